import { codeValue } from '../parts/choice.ts'

export interface CatTreeSettings {
  /** `category:` and the code of the root. */
  dictCode: string
  /** A JSON object's text, sent along when nodes are asked for. */
  condition?: string
}

/** The code of a category node. Codes continue their parent's, so "this and everything below" is a prefix. */
export const catTreeValue = codeValue('cat_tree', ['right_like', 'eq'])
