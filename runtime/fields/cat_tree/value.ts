import { codeValue } from '../parts/choice.ts'
import { multiValue } from '../parts/multi.ts'
import { type Multi, oneOrMany } from '../parts/one-or-many.ts'

export interface CatTreeSettings extends Multi {
  /** `category:` and the code of the root. */
  dictCode: string
  /** A JSON object's text, sent along when nodes are asked for. */
  condition?: string
}

/** The code of a category node. Codes continue their parent's, so "this and everything below" is a prefix. */
export const catTreeValue = oneOrMany<CatTreeSettings>(codeValue('cat_tree', []), multiValue('cat_tree'), [
  'right_like',
  'eq',
  'like',
])
