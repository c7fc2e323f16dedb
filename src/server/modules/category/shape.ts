import Type from 'typebox'

const Code = Type.String({ maxLength: 64 })

export const RootQuery = Type.Object({ async: Type.Optional(Type.Boolean()), pcode: Type.Optional(Code) })

export const ChildrenQuery = Type.Object({ pid: Code })

/** Only these two identify a single category. */
export const OneQuery = Type.Object({
  field: Type.Union([Type.Literal('id'), Type.Literal('code')]),
  val: Code,
})

export const DataQuery = Type.Object({
  pid: Type.Optional(Code),
  pcode: Type.Optional(Code),
  /** A JSON object: the nodes of the level whose properties equal its values. */
  condition: Type.Optional(Type.String({ maxLength: 2000 })),
})

export const ItemQuery = Type.Object({
  ids: Type.Optional(Type.String({ maxLength: 8000 })),
  delNotExist: Type.Optional(Type.Boolean()),
})
export type ItemQuery = Type.Static<typeof ItemQuery>
