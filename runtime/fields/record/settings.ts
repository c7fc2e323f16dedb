import Type from 'typebox'
import { Code, closed, Key } from '#runtime/schema/language/field.ts'

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

const LinkTableKeys = Type.Optional(Type.Array(Key, { minItems: 1 }))

export const linkTableSettings = {
  popupCode: Code,
  dictCode: Type.String({ minLength: 1, maxLength: 200 }),
  multi: Type.Optional(Type.Boolean()),
  showType: Type.Optional(Type.Union([Type.Literal('select'), Type.Literal('card')])),
  orgFields: LinkTableKeys,
  destFields: LinkTableKeys,
}

export const recordFamilySettings = {
  popup: popupSettings,
  link_table: linkTableSettings,
}
