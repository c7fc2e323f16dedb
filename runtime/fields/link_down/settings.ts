import Type from 'typebox'
import { choiceSettings, closed, Key } from '../../schema/language/field.ts'

const Dict = Type.String({ minLength: 1, maxLength: 200 })

/** Each of `next` goes to the key of the same place in `destFields`; `by` is a filter of its dictionary. */
export const linkDownSettings = {
  dictCode: Dict,
  dictWhere: choiceSettings.dictWhere,
  destFields: Type.Array(Key, { minItems: 1, maxItems: 5 }),
  next: Type.Array(Type.Object({ dictCode: Dict, by: Key }, closed), { minItems: 1, maxItems: 5 }),
}
