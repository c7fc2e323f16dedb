import Type from 'typebox'

export const imageSettings = {
  number: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  action: Type.Optional(Type.String({ pattern: '^/' })),
  biz: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })),
  token: Type.Optional(Type.Boolean()),
  responseName: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' })),
}
