import Type from 'typebox'

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
