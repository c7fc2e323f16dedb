import Type from 'typebox'
import { Id, Ids } from '../../platform/http/id-shape.ts'
import { pageFields } from '../../platform/http/requests/page-query.ts'

const Text = Type.String({ maxLength: 100 })
/** A list, or its ids joined by commas. */
const IdList = Type.Union([Type.Array(Id, { maxItems: 500 }), Ids])

export const DepartQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  realname: Type.Optional(Type.String({ maxLength: 100 })),
})
export type DepartQuery = Type.Static<typeof DepartQuery>

export const ComponentQuery = Type.Object({
  departId: Type.Optional(Text),
  realname: Type.Optional(Text),
  username: Type.Optional(Text),
  ...pageFields,
})
export type ComponentQuery = Type.Static<typeof ComponentQuery>

export const SelectQuery = Type.Object({
  departId: Type.Optional(Text),
  roleId: Type.Optional(Text),
  keyword: Type.Optional(Text),
  excludeUserIdList: Type.Optional(Type.String({ maxLength: 8000 })),
  includeUsernameList: Type.Optional(Type.String({ maxLength: 8000 })),
  ...pageFields,
})
export type SelectQuery = Type.Static<typeof SelectQuery>

export const NamesQuery = Type.Object({ userNames: Type.String({ maxLength: 8000 }) })
export type NamesQuery = Type.Static<typeof NamesQuery>

export const NameQuery = Type.Object({ userName: Text })
export type NameQuery = Type.Static<typeof NameQuery>

export const PostQuery = Type.Object({
  orgCode: Type.Optional(Text),
  realname: Type.Optional(Text),
  username: Type.Optional(Text),
  ...pageFields,
})
export type PostQuery = Type.Static<typeof PostQuery>

/** A list of users beside another one; further parameters are those of every list. */
const linkedFields = { username: Type.Optional(Text), ...pageFields }

/** A pane sends its condition by the name of the user's field. */
export const DepartUsersQuery = Type.Object({
  depId: Type.Optional(Text),
  selecteddeparts: Type.Optional(Text),
  ...linkedFields,
})
export type DepartUsersQuery = Type.Static<typeof DepartUsersQuery>

export const RoleUsersQuery = Type.Object({
  roleId: Type.Optional(Id),
  selectedroles: Type.Optional(Id),
  ...linkedFields,
})
export type RoleUsersQuery = Type.Static<typeof RoleUsersQuery>

export const DepartIdQuery = Type.Object({ id: Id })
export type DepartIdQuery = Type.Static<typeof DepartIdQuery>

export const UserIdQuery = Type.Object({ userId: Id })
export type UserIdQuery = Type.Static<typeof UserIdQuery>

export const RoleQuery = Type.Object({ userid: Id })
export type RoleQuery = Type.Static<typeof RoleQuery>

export const UserIds = Type.Object({ userIds: Ids })
export type UserIds = Type.Static<typeof UserIds>

export const DepartUsersBody = Type.Object({ depId: Id, userIdList: IdList })
export type DepartUsersBody = Type.Static<typeof DepartUsersBody>

export const DepartUserQuery = Type.Object({ depId: Id, userId: Id })
export type DepartUserQuery = Type.Static<typeof DepartUserQuery>

export const DepartUserBatchQuery = Type.Object({ depId: Id, userIds: Ids })
export type DepartUserBatchQuery = Type.Static<typeof DepartUserBatchQuery>

export const AgentQuery = Type.Object({ userName: Type.String({ minLength: 1, maxLength: 100 }) })
export type AgentQuery = Type.Static<typeof AgentQuery>

/** Version 3 of the contract's client writes the repeated password as `confirmPassword`. */
export const ResetBody = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ maxLength: 1000 }),
  confirmpassword: Type.Optional(Type.String({ maxLength: 1000 })),
  confirmPassword: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type ResetBody = Type.Static<typeof ResetBody>
