import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { type ChoiceSettings, choiceValue, codeValue } from '../kit/choice/choice.ts'
import { multiValue } from '../kit/choice/multi.ts'
import { type MultiSettings, singleOrMulti } from '../kit/choice/single-or-multi.ts'

export interface CatTreeSettings extends MultiSettings {
  /** `category:` and the code of the root. */
  dictCode: string
  /** A JSON object's text, sent along when nodes are asked for. */
  condition?: string
}

/** The code of a category node. Codes continue their parent's, so "this and everything below" is a prefix. */
export const catTreeValue = singleOrMulti<CatTreeSettings>(
  codeValue('cat_tree', []),
  multiValue('cat_tree'),
  ['right_like', 'eq', 'like'],
)

export interface SelTreeSettings extends MultiSettings {
  /** A tree's code (`tree:depart`), or `table,text,code` of a registered one. */
  dictCode: string
  pidField?: string
  pidValue?: string
  hasChildField?: string
  /** A JSON object as text. */
  condition?: string
  notSelf?: boolean
}

/** The value of one node of a dictionary tree, whatever level it has, or of several. */
export const selTreeValue = singleOrMulti<SelTreeSettings>(
  codeValue('sel_tree', []),
  multiValue('sel_tree'),
  ['eq', 'ne', 'like'],
)

export interface LinkDownSettings extends Pick<ChoiceSettings, 'dictWhere'> {
  dictCode: string
  /** The keys of this record that the further choices go to, in order. */
  destFields: string[]
  /** The further choices: of the items of `dictCode` those whose `by` is what was chosen before. */
  next: { dictCode: string; by: string }[]
}

/** The first of a chain of choices; the others are values of their own fields. */
export const linkDownValue = choiceValue<LinkDownSettings>('link_down')

export const treeValues = {
  cat_tree: catTreeValue,
  sel_tree: selTreeValue,
  link_down: linkDownValue,
} satisfies Record<string, AnyFieldValue>
