import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { type ChoiceSettings, choiceValue, codeValue } from '../kit/choice/choice.ts'
import { multiValue } from '../kit/choice/multi.ts'
import { type MultiSettings, singleOrMulti } from '../kit/choice/single-or-multi.ts'

export interface CatTreeSettings extends MultiSettings {
  /** `category:` and the code of the root. */
  dictCode: string
  /** A JSON object as text, sent with each request for nodes. */
  condition?: string
}

/**
 * The code of a category node. Codes start with the code of their parent, so "this and all descendants" is a prefix.
 */
export const catTreeValue = singleOrMulti<CatTreeSettings>(
  codeValue('cat_tree', []),
  multiValue('cat_tree'),
  ['right_like', 'eq', 'like'],
)

export interface SelTreeSettings extends MultiSettings {
  /** The code of a tree (`tree:depart`), or `table,text,code` of a registered one. */
  dictCode: string
  pidField?: string
  pidValue?: string
  hasChildField?: string
  /** A JSON object as text. */
  condition?: string
  notSelf?: boolean
}

/** The value of one node of a dictionary tree, of any level, or of several. */
export const selTreeValue = singleOrMulti<SelTreeSettings>(
  codeValue('sel_tree', []),
  multiValue('sel_tree'),
  ['eq', 'ne', 'like'],
)

export interface LinkDownSettings extends Pick<ChoiceSettings, 'dictWhere'> {
  dictCode: string
  /** The keys of this record that receive the further choices, in order. */
  destFields: string[]
  /** The further choices: items of `dictCode` whose `by` equals the previous selection. */
  next: { dictCode: string; by: string }[]
}

/** The first of a chain of choices; the others are values of their own fields. */
export const linkDownValue = choiceValue<LinkDownSettings>('link_down', {
  isOfForm: true,
  fillsFrom: 'levels',
})

export const treeValues = {
  cat_tree: catTreeValue,
  sel_tree: selTreeValue,
  link_down: linkDownValue,
} satisfies Record<string, AnyFieldValue>
