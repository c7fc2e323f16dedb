import Type from 'typebox'

export const catTreeSettings = {
  dictCode: Type.String({ pattern: '^category:[A-Za-z0-9]{1,60}$' }),
  multi: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: 2000 })),
}
