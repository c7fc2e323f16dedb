import { codeValue } from '../parts/choice.ts'
import { multiValue } from '../parts/multi.ts'
import { type Multi, oneOrMany } from '../parts/one-or-many.ts'

export interface SelTreeSettings extends Multi {
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
export const selTreeValue = oneOrMany<SelTreeSettings>(codeValue('sel_tree', []), multiValue('sel_tree'), [
  'eq',
  'ne',
  'like',
])
