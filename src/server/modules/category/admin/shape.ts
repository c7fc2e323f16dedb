import Type from 'typebox'

const Code = Type.String({ maxLength: 64 })

export const CategoryIdQuery = Type.Object({ id: Type.String({ maxLength: 64 }) })
export type CategoryIdQuery = Type.Static<typeof CategoryIdQuery>

export const CategoryIdsQuery = Type.Object({ ids: Type.String({ maxLength: 8000 }) })
export type CategoryIdsQuery = Type.Static<typeof CategoryIdsQuery>

/** `0` means all categories. */
export const AllQuery = Type.Object({ code: Code })
export type AllQuery = Type.Static<typeof AllQuery>

export const CodeQuery = Type.Object({ pid: Type.Optional(Code), code: Type.Optional(Code) })
export type CodeQuery = Type.Static<typeof CodeQuery>
