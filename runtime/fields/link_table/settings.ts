import Type from 'typebox'
import { Code, Key } from '../../schema/language/field.ts'

const Keys = Type.Optional(Type.Array(Key, { minItems: 1 }))

export const linkTableSettings = {
  popupCode: Code,
  dictCode: Type.String({ minLength: 1, maxLength: 200 }),
  multi: Type.Optional(Type.Boolean()),
  showType: Type.Optional(Type.Union([Type.Literal('select'), Type.Literal('card')])),
  orgFields: Keys,
  destFields: Keys,
}
