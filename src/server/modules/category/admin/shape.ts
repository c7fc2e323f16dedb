import Type from 'typebox'

const Code = Type.String({ maxLength: 64 })

export const CategoryIdQuery = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const CategoryIdsQuery = Type.Object({ ids: Type.String({ maxLength: 8000 }) })

/** `0` means all categories. */
export const AllQuery = Type.Object({ code: Code })

export const CodeQuery = Type.Object({ pid: Type.Optional(Code), code: Type.Optional(Code) })
