import Type from 'typebox'
import { Id, Ids } from '../../platform/http/id-shape.ts'

/** The ids of permissions are codes and document ids; joined by commas, a trailing one is allowed. */
const PermissionIds = Type.String({ maxLength: 400_000 })

export const RoleQuery = Type.Object({ roleId: Id })

export const OptionalRoleQuery = Type.Object({ roleId: Type.Optional(Id) })

export const RoleCodeQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64 })),
  roleCode: Type.String({ maxLength: 200 }),
})

/** The granted permissions after and before a change; their difference is applied. */
export const GrantsBody = Type.Object({
  roleId: Id,
  permissionIds: PermissionIds,
  lastpermissionIds: Type.Optional(PermissionIds),
})

/** Without `permissionIds` all open proposals of the role are decided. */
export const DecisionBody = Type.Object({
  roleId: Id,
  state: Type.Union([Type.Literal('granted'), Type.Literal('dismissed')]),
  permissionIds: Type.Optional(PermissionIds),
})

export const AddUsersBody = Type.Object({
  roleId: Id,
  /** A list, or its ids joined by commas. */
  userIdList: Type.Union([Type.Array(Id, { minItems: 1, maxItems: 500 }), Ids]),
})

export const RemoveUserQuery = Type.Object({ roleId: Id, userId: Id })

export const RemoveUsersQuery = Type.Object({ roleId: Id, userIds: Type.String({ maxLength: 40_000 }) })

const DocumentId = Type.String({ pattern: '^[a-z0-9-]{1,40}/[a-z0-9_-]{1,60}$' })

export const ColumnsQuery = Type.Object({ roleId: Id, documentId: DocumentId })

/** The rights to columns that a role is to have; columns that are absent stay as they are. */
export const ColumnsBody = Type.Object({
  roleId: Id,
  documentId: DocumentId,
  columns: Type.Array(
    Type.Object({
      path: Type.String({ minLength: 1, maxLength: 200 }),
      right: Type.Union([Type.Literal('edit'), Type.Literal('read'), Type.Literal('none')]),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type ColumnsBody = Type.Static<typeof ColumnsBody>

export const HomeQuery = Type.Object({ roleCode: Type.String({ minLength: 1, maxLength: 100 }) })
