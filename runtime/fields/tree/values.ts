import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { choiceValue, codeValue } from '../kit/choice/choice.ts'
import { multiValue } from '../kit/choice/multi.ts'
import { singleOrMulti } from '../kit/choice/single-or-multi.ts'
import type { TreeFamily } from './settings.ts'

/**
 * The code of a category node. Codes start with the code of their parent, so "this and all descendants" is a prefix.
 */
export const catTreeValue = singleOrMulti<TreeFamily['cat_tree']>(
  codeValue('cat_tree', []),
  multiValue('cat_tree'),
  ['right_like', 'eq', 'like'],
)

/** The value of one node of a dictionary tree, of any level, or of several. */
export const selTreeValue = singleOrMulti<TreeFamily['sel_tree']>(
  codeValue('sel_tree', []),
  multiValue('sel_tree'),
  ['eq', 'ne', 'like'],
)

/** The first of a chain of choices; the others are values of their own fields. */
export const linkDownValue = choiceValue<TreeFamily['link_down']>('link_down', {
  isOfForm: true,
  fillsFrom: 'levels',
})

export const treeValues = {
  cat_tree: catTreeValue,
  sel_tree: selTreeValue,
  link_down: linkDownValue,
} satisfies Record<string, AnyFieldValue>
