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

export const ComponentQuery = Type.Object({
  departId: Type.Optional(Text),
  realname: Type.Optional(Text),
  username: Type.Optional(Text),
  ...pageFields,
})

export const SelectQuery = Type.Object({
  departId: Type.Optional(Text),
  roleId: Type.Optional(Text),
  keyword: Type.Optional(Text),
  excludeUserIdList: Type.Optional(Type.String({ maxLength: 8000 })),
  includeUsernameList: Type.Optional(Type.String({ maxLength: 8000 })),
  ...pageFields,
})

export const NamesQuery = Type.Object({ userNames: Type.String({ maxLength: 8000 }) })

export const NameQuery = Type.Object({ userName: Text })

export const PostQuery = Type.Object({
  orgCode: Type.Optional(Text),
  realname: Type.Optional(Text),
  username: Type.Optional(Text),
  ...pageFields,
})

/** A list of users beside another one; further parameters are those of every list. */
const linkedFields = { username: Type.Optional(Text), ...pageFields }

/** A pane sends its condition by the name of the user's field. */
export const DepartUsersQuery = Type.Object({
  depId: Type.Optional(Text),
  selecteddeparts: Type.Optional(Text),
  ...linkedFields,
})

export const RoleUsersQuery = Type.Object({
  roleId: Type.Optional(Id),
  selectedroles: Type.Optional(Id),
  ...linkedFields,
})

export const DepartIdQuery = Type.Object({ id: Id })

export const UserIdQuery = Type.Object({ userId: Id })

export const RoleQuery = Type.Object({ userid: Id })

export const UserIds = Type.Object({ userIds: Ids })

export const DepartUsersBody = Type.Object({ depId: Id, userIdList: IdList })

export const DepartUserQuery = Type.Object({ depId: Id, userId: Id })

export const DepartUserBatchQuery = Type.Object({ depId: Id, userIds: Ids })

export const AgentQuery = Type.Object({ userName: Type.String({ minLength: 1, maxLength: 100 }) })

/** Version 3 of the contract's client writes the repeated password as `confirmPassword`. */
export const ResetBody = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ maxLength: 1000 }),
  confirmpassword: Type.Optional(Type.String({ maxLength: 1000 })),
  confirmPassword: Type.Optional(Type.String({ maxLength: 1000 })),
})
