import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { groupComponent, publicMenu } from '../permission/interface.ts'

const refuse = defineRefusals({
  ROLE_ADMIN: '管理员角色随系统管理员的设置而来，不能改名称、编码和授权，也不能删除',
  ROLE_BEYOND: '不能授予您自己没有的权限：{names}',
  ROLE_ADMIN_USERS: '系统管理员不能这样增减，请系统管理员在「用户管理」里点该用户的「系统管理员」',
  RIGHT_ADMIN_ONLY: '「{names}」只有系统管理员能用，不能授给角色',
})

/** How many names a refusal lists. */
const MAX_NAMES = 5

export interface Role {
  id: string
  code: string
  name: string
}

/**
 * The roles with these ids, without ids all roles, locked until the end of the transaction, so that two changes of their
 * grants follow one another. Every transaction locks them in the order of their ids; two of them cannot wait for each other.
 */
export async function lockRoles(trx: Trx, ids?: readonly string[]): Promise<Map<string, Role>> {
  const found = trx
    .selectFrom('sys_role')
    .select(['id', 'role_code as code', 'role_name as name'])
    .orderBy('id')
    .forUpdate()
  const roles = await (ids === undefined ? found : found.where('id', 'in', [...ids, ''])).execute()
  return new Map(roles.map((role) => [role.id, role]))
}

/** One locked role. Throws NO_ENTITY. */
export const lockRole = async (trx: Trx, id: string): Promise<Role> =>
  lockedRole(await lockRoles(trx, [id]), id)

/** A role of those that are locked. Throws NO_ENTITY. */
export function lockedRole(roles: ReadonlyMap<string, Role>, id: string): Role {
  const role = roles.get(id)
  if (!role) throw appError('NO_ENTITY')
  return role
}

/** Refuses to change the role of the administrators: it only shows who they are. */
export function requireOtherThanAdmin({ id }: Pick<Role, 'id'>): void {
  if (id === adminRole) throw refuse('ROLE_ADMIN')
}

/** Permissions that administrators have by being administrators: no grant gives them. */
export const administratorCodes: ReadonlySet<string> = new Set(['user:administrator'])

const listed = (names: readonly string[]): string => {
  const first = names.slice(0, MAX_NAMES).map((name) => `「${name}」`)
  return `${first.join('、')}${names.length > MAX_NAMES ? `等 ${names.length} 项` : ''}`
}

/**
 * Refuses permissions that no role may hold, and those that the user does not hold. Groups of the menu and pages of all users are
 * no rights. What the user holds by the role of a department counts for the roles of departments only (`ofDeparts`).
 */
export async function requireGranted(
  db: Db,
  user: SessionUser,
  permissionIds: readonly string[],
  { ofDeparts = false } = {},
): Promise<void> {
  const reserved = permissionIds.filter((id) => administratorCodes.has(id))
  if (reserved.length > 0) throw refuse('RIGHT_ADMIN_ONLY', { values: { names: reserved.join('、') } })
  if (user.isAdmin || permissionIds.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select p.name from sys_permission p
    where p.id = any(${[...permissionIds]}::text[]) and p.id <> all(${[...publicMenu]}::text[])
      and p.component is distinct from ${groupComponent}
      and not exists (select 1 from sys_role_permission rp join sys_user_role ur on ur.role_id = rp.role_id
        where ur.user_id = ${user.id} and rp.permission_id = p.id)
      and not (${ofDeparts} and exists (select 1 from sys_depart_grant g
        where g.user_id = ${user.id} and g.permission_id = p.id))
    order by p.sort_no, p.id`.execute(db)
  if (rows.length > 0)
    throw refuse('ROLE_BEYOND', { values: { names: listed(rows.map(({ name }) => name)) } })
}

/** Refuses to add or remove users of a role that holds more than the user who does it, and administrators this way. */
export async function requireAssignable(db: Db, user: SessionUser, role: Role): Promise<void> {
  if (role.id === adminRole) throw refuse('ROLE_ADMIN_USERS')
  const granted = await readGrants(db, role.id)
  await requireGranted(db, user, granted)
}

/** The ids of the permissions that a role holds. */
export const readGrants = async (db: Db, roleId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('sys_role_permission')
    .select('permission_id as id')
    .where('role_id', '=', roleId)
    .orderBy('permission_id')
    .execute()
  return rows.map(({ id }) => id)
}
