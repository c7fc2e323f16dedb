import { sql } from 'kysely'
import { parseIds } from '../../platform/http/id-shape.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { settleProposals } from '../permission/interface.ts'
import { isAdministrator } from '../session/interface.ts'
import { lockRole, type Role, requireGranted, requireOtherThanAdmin } from './role.ts'

/** The change of a role's grants, as ids of permissions. */
export interface GrantChange {
  roleId: string
  added: readonly string[]
  removed: readonly string[]
}

/** The difference between what an administrator saw and what the administrator saves. */
export function diffGrants(roleId: string, now: string, before = ''): GrantChange {
  const [wanted, previous] = [new Set(parseIds(now)), new Set(parseIds(before))]
  return {
    roleId,
    added: [...wanted].filter((id) => !previous.has(id)),
    removed: [...previous].filter((id) => !wanted.has(id)),
  }
}

export interface AppliedChange {
  role: Role
  /** The names of the permissions that the role gained and lost. */
  gained: string[]
  lost: string[]
}

const listNames = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name)

/** Applies a change: what another administrator changed meanwhile stays. Ids of no permission are ignored. */
export async function applyChange(
  trx: Trx,
  user: SessionUser,
  { roleId, added, removed }: GrantChange,
): Promise<AppliedChange> {
  const role = await lockRole(trx, roleId)
  requireOtherThanAdmin(role)
  const missing = await sql<{ id: string }>`
    select p.id from sys_permission p where p.id = any(${[...added]}::text[]) and not exists (
      select 1 from sys_role_permission rp where rp.role_id = ${roleId} and rp.permission_id = p.id)`.execute(
    trx,
  )
  const ids = missing.rows.map(({ id }) => id)
  await requireGranted(trx, user, ids)
  const gained = await sql<{ name: string }>`
    with granted as (
      insert into sys_role_permission (role_id, permission_id) select ${roleId}, unnest(${ids}::text[])
      on conflict do nothing returning permission_id)
    select p.name from granted g join sys_permission p on p.id = g.permission_id order by p.id`.execute(trx)
  const lost = await sql<{ name: string }>`
    with withdrawn as (
      delete from sys_role_permission where role_id = ${roleId} and permission_id = any(${[...removed]}::text[])
      returning permission_id)
    select p.name from withdrawn w join sys_permission p on p.id = w.permission_id order by p.id`.execute(trx)
  await settleProposals(trx, user.username, role.code)
  return { role, gained: listNames(gained.rows), lost: listNames(lost.rows) }
}

/** How many active users gain or lose a permission; those who hold it through another role are not counted. */
export interface Effect {
  id: string
  people: number
}

export async function listEffects(
  db: Db,
  { roleId, added, removed }: GrantChange,
): Promise<{ gained: Effect[]; lost: Effect[] }> {
  const ids = [...added, ...removed]
  const { rows } = await sql<{ id: string; people: number }>`
    with people as (
      select u.id from sys_user_role ur join sys_user u on u.id = ur.user_id and u.status = 1 and u.del_flag = 0
      where ur.role_id = ${roleId} and not ${isAdministrator(sql.ref('u.id'))}),
      others as (
        select rp.permission_id, count(distinct p.id) as count from people p
        join sys_user_role ur on ur.user_id = p.id and ur.role_id <> ${roleId}
        join sys_role_permission rp on rp.role_id = ur.role_id
        where rp.permission_id = any(${ids}::text[]) group by rp.permission_id)
    select x.id, ((select count(*) from people) - coalesce(o.count, 0))::int as people
    from unnest(${ids}::text[]) as x(id) left join others o on o.permission_id = x.id`.execute(db)
  const people = new Map(rows.map((row) => [row.id, row.people]))
  const effects = (list: readonly string[]) => list.map((id) => ({ id, people: people.get(id) ?? 0 }))
  return { gained: effects(added), lost: effects(removed) }
}
