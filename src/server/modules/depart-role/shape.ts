import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'
import { pageFields } from '../../platform/http/requests/page-query.ts'

/** The id of a permission: a code, the id of a document or of a row. */
const PermissionId = Type.String({ minLength: 1, maxLength: 200 })
const PermissionIds = Type.String({ maxLength: 400_000 })
const RuleIds = Type.String({ maxLength: 4000 })
const Ids = Type.String({ maxLength: 8000 })

export const DepartQuery = Type.Object({ departId: Id })
export type DepartQuery = Type.Static<typeof DepartQuery>

export const RoleQuery = Type.Object({ roleId: Id })
export type RoleQuery = Type.Static<typeof RoleQuery>

/** The granted permissions after and before a change; their difference is applied. */
const change = { permissionIds: PermissionIds, lastpermissionIds: Type.Optional(PermissionIds) }

export const DepartGrantsBody = Type.Object({ departId: Id, ...change })
export type DepartGrantsBody = Type.Static<typeof DepartGrantsBody>

export const RoleGrantsBody = Type.Object({ roleId: Id, ...change })
export type RoleGrantsBody = Type.Static<typeof RoleGrantsBody>

export const DepartUserQuery = Type.Object({ departId: Id, userId: Type.Optional(Id) })
export type DepartUserQuery = Type.Static<typeof DepartUserQuery>

/** Ids joined by commas; a form without any sends null. */
const RoleIds = Type.Union([Ids, Type.Null()])
export const RoleUserBody = Type.Object({
  userId: Id,
  newRoleId: RoleIds,
  oldRoleId: Type.Optional(RoleIds),
})
export type RoleUserBody = Type.Static<typeof RoleUserBody>

export const DepartRulesPath = Type.Object({ permissionId: PermissionId, departId: Id })
export type DepartRulesPath = Type.Static<typeof DepartRulesPath>

export const RoleRulesPath = Type.Object({ permissionId: PermissionId, departId: Id, roleId: Id })
export type RoleRulesPath = Type.Static<typeof RoleRulesPath>

export const DepartRulesBody = Type.Object({ permissionId: PermissionId, departId: Id, dataRuleIds: RuleIds })
export type DepartRulesBody = Type.Static<typeof DepartRulesBody>

export const RoleRulesBody = Type.Object({ permissionId: PermissionId, roleId: Id, dataRuleIds: RuleIds })
export type RoleRulesBody = Type.Static<typeof RoleRulesBody>

export const GrantIdQuery = Type.Object({ id: Id })
export type GrantIdQuery = Type.Static<typeof GrantIdQuery>

export const GrantIdsQuery = Type.Object({ ids: Type.Optional(Type.String()) })
export type GrantIdsQuery = Type.Static<typeof GrantIdsQuery>

export const GrantListQuery = Type.Object({
  departId: Type.Optional(Id),
  permissionId: Type.Optional(PermissionId),
  ...pageFields,
})
export type GrantListQuery = Type.Static<typeof GrantListQuery>

export const GrantBody = Type.Object({
  departId: Id,
  permissionId: PermissionId,
  dataRuleIds: Type.Optional(Type.Union([RuleIds, Type.Null()])),
})
export type GrantBody = Type.Static<typeof GrantBody>

/** Whole entities are sent back; a null or absent value stays unchanged. */
export const GrantEditBody = Type.Object({
  id: Id,
  departId: Type.Optional(Type.Union([Id, Type.Null()])),
  permissionId: Type.Optional(Type.Union([PermissionId, Type.Null()])),
  dataRuleIds: Type.Optional(Type.Union([RuleIds, Type.Null()])),
})
export type GrantEditBody = Type.Static<typeof GrantEditBody>

/** Ticks a rule for roles and for roles of departments that have it not. */
export const TickRuleBody = Type.Object({
  ruleId: Id,
  roleIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  departRoleIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
})
export type TickRuleBody = Type.Static<typeof TickRuleBody>
