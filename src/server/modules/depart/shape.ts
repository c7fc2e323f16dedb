import Type from 'typebox'

export const SearchQuery = Type.Object({
  keyWord: Type.String({ maxLength: 100 }),
  myDeptSearch: Type.Optional(Type.String({ maxLength: 1 })),
})
export type SearchQuery = Type.Static<typeof SearchQuery>
