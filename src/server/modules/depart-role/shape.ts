import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'
import { pageFields } from '../../platform/http/requests/page-query.ts'

/** The id of a permission: a code, the id of a document or of a row. */
const PermissionId = Type.String({ minLength: 1, maxLength: 200 })
const PermissionIds = Type.String({ maxLength: 400_000 })
const RuleIds = Type.String({ maxLength: 4000 })
const Ids = Type.String({ maxLength: 8000 })

export const DepartQuery = Type.Object({ departId: Id })

export const RoleQuery = Type.Object({ roleId: Id })

/** The granted permissions after and before a change; their difference is applied. */
const change = { permissionIds: PermissionIds, lastpermissionIds: Type.Optional(PermissionIds) }

export const DepartGrantsBody = Type.Object({ departId: Id, ...change })

export const RoleGrantsBody = Type.Object({ roleId: Id, ...change })

export const DepartUserQuery = Type.Object({ departId: Id, userId: Type.Optional(Id) })

/** Ids joined by commas; a form without any sends null. */
const RoleIds = Type.Union([Ids, Type.Null()])
export const RoleUserBody = Type.Object({
  userId: Id,
  newRoleId: RoleIds,
  oldRoleId: Type.Optional(RoleIds),
})

export const DepartRulesPath = Type.Object({ permissionId: PermissionId, departId: Id })

export const RoleRulesPath = Type.Object({ permissionId: PermissionId, departId: Id, roleId: Id })

export const DepartRulesBody = Type.Object({ permissionId: PermissionId, departId: Id, dataRuleIds: RuleIds })

export const RoleRulesBody = Type.Object({ permissionId: PermissionId, roleId: Id, dataRuleIds: RuleIds })

export const GrantIdQuery = Type.Object({ id: Id })

export const GrantIdsQuery = Type.Object({ ids: Type.Optional(Type.String()) })

export const GrantListQuery = Type.Object({
  departId: Type.Optional(Id),
  permissionId: Type.Optional(PermissionId),
  ...pageFields,
})

export const GrantBody = Type.Object({
  departId: Id,
  permissionId: PermissionId,
  dataRuleIds: Type.Optional(Type.Union([RuleIds, Type.Null()])),
})

/** Whole entities are sent back; a null or absent value stays unchanged. */
export const GrantEditBody = Type.Object({
  id: Id,
  departId: Type.Optional(Type.Union([Id, Type.Null()])),
  permissionId: Type.Optional(Type.Union([PermissionId, Type.Null()])),
  dataRuleIds: Type.Optional(Type.Union([RuleIds, Type.Null()])),
})

/** Ticks a rule for roles and for roles of departments that have it not. */
export const TickRuleBody = Type.Object({
  ruleId: Id,
  roleIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  departRoleIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
})
