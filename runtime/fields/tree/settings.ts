import Type from 'typebox'
import { choiceSettings, closed, Key } from '#runtime/schema/language/field.ts'

export const catTreeSettings = {
  dictCode: Type.String({ pattern: '^category:[A-Za-z0-9]{1,60}$' }),
  multi: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: 2000 })),
}

const Name = Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }))

export const selTreeSettings = {
  dictCode: Type.String({
    pattern: '^(tree:[a-z][a-z0-9-]{0,40}|[a-z][a-z0-9_]*,[a-z][a-z0-9_]*,[a-z][a-z0-9_]*)$',
  }),
  pidField: Name,
  pidValue: Type.Optional(Type.String({ maxLength: 64 })),
  hasChildField: Name,
  multi: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: 2000 })),
  notSelf: Type.Optional(Type.Boolean()),
}

const Dict = Type.String({ minLength: 1, maxLength: 200 })

/** Each of `next` goes to the key of the same place in `destFields`; `by` is a filter of its dictionary. */
export const linkDownSettings = {
  dictCode: Dict,
  dictWhere: choiceSettings.dictWhere,
  destFields: Type.Array(Key, { minItems: 1, maxItems: 5 }),
  next: Type.Array(Type.Object({ dictCode: Dict, by: Key }, closed), { minItems: 1, maxItems: 5 }),
}

export const treeFamilySettings = {
  cat_tree: catTreeSettings,
  sel_tree: selTreeSettings,
  link_down: linkDownSettings,
}
