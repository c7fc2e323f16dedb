import Type from 'typebox'

const Codes = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,499},?$' }))

export const SearchQuery = Type.Object({
  keyWord: Type.String({ maxLength: 100 }),
  myDeptSearch: Type.Optional(Type.String({ maxLength: 1 })),
})
export type SearchQuery = Type.Static<typeof SearchQuery>

export const LevelQuery = Type.Object({ pid: Type.Optional(Type.String({ maxLength: 64 })) })
export type LevelQuery = Type.Static<typeof LevelQuery>

export const ListAllQuery = Type.Object({ id: Codes })
export type ListAllQuery = Type.Static<typeof ListAllQuery>

export const ParentQuery = Type.Object({ departId: Codes, orgCode: Codes })
export type ParentQuery = Type.Static<typeof ParentQuery>

export const NameQuery = Type.Object({ orgCode: Type.String({ maxLength: 64 }) })
export type NameQuery = Type.Static<typeof NameQuery>
