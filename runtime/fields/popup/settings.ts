import Type from 'typebox'
import { Code, closed, Key } from '../../schema/language/field.ts'

const Keys = Type.Array(Key, { minItems: 1 })

export const popupSettings = {
  popupCode: Code,
  orgFields: Keys,
  destFields: Keys,
  multi: Type.Optional(Type.Boolean()),
  allowInput: Type.Optional(Type.Boolean()),
  onPick: Type.Optional(
    Type.Object({ lookup: Code, send: Type.Optional(Type.Record(Key, Key)), fill: Keys }, closed),
  ),
}
