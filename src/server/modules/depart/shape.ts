import Type from 'typebox'
import { pageFields } from '../../platform/http/requests/page-query.ts'

const Codes = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,499},?$' }))

export const SearchQuery = Type.Object({
  keyWord: Type.String({ maxLength: 100 }),
  myDeptSearch: Type.Optional(Type.String({ maxLength: 1 })),
})
export type SearchQuery = Type.Static<typeof SearchQuery>

export const LevelQuery = Type.Object({
  pid: Type.Optional(Type.String({ maxLength: 64 })),
  /** The value of a node: the id of its department, or its code. */
  primaryKey: Type.Optional(Type.Union([Type.Literal('id'), Type.Literal('orgCode'), Type.Literal('')])),
})

export const ListAllQuery = Type.Object({ id: Codes })

export const ParentQuery = Type.Object({ departId: Codes, orgCode: Codes })

export const NameQuery = Type.Object({ orgCode: Type.String({ maxLength: 64 }) })

export const PathQuery = Type.Object({
  orgCode: Type.Optional(Type.String({ maxLength: 64 })),
  depId: Type.Optional(Type.String({ maxLength: 64 })),
})

export const IdsQuery = Type.Object({ deptIds: Type.String({ maxLength: 20_000 }) })

export const HeadQuery = Type.Object({
  departId: Type.String({ minLength: 1, maxLength: 64 }),
  ...pageFields,
})
