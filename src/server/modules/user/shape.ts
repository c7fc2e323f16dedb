import Type from 'typebox'

export const DepartQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  realname: Type.Optional(Type.String({ maxLength: 100 })),
})
export type DepartQuery = Type.Static<typeof DepartQuery>
