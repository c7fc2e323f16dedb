import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { type Author, findRules, writeRules } from '../data-rule/interface.ts'
import { requireOwnDepart } from './own-departs.ts'

const refuse = defineRefusals({
  DEPART_RULES_MENU: '请先保存部门菜单权限!',
  DEPART_ROLE_RULES_MENU: '请先保存角色菜单权限!',
  DEPART_ROLE_RULES_BEYOND: '部门角色只能选部门权限里勾选的数据规则',
})

/** A table of grants and the column of their owner; both are fixed by the code. */
interface GrantTable {
  table: 'sys_depart_permission' | 'sys_depart_role_permission'
  owner: 'depart_id' | 'role_id'
}
export const ofDepart: GrantTable = { table: 'sys_depart_permission', owner: 'depart_id' }
export const ofRole: GrantTable = { table: 'sys_depart_role_permission', owner: 'role_id' }

export interface DepartRole {
  id: string
  departId: string
  name: string
}

/** The role of a department that the user may manage. */
export async function readDepartRole(
  db: Db,
  user: SessionUser,
  id: string,
  isLocked = false,
): Promise<DepartRole> {
  const { rows } = await sql<DepartRole>`
    select id, depart_id as "departId", role_name as name from sys_depart_role where id = ${id}
    ${sql.raw(isLocked ? 'for update' : '')}`.execute(db)
  const [role] = rows
  if (!role) throw appError('NO_ENTITY')
  await requireOwnDepart(db, user, role.departId)
  return role
}

/** The role of a department that the user may manage, locked until the end of the transaction. */
export const lockDepartRole = (trx: Trx, user: SessionUser, id: string): Promise<DepartRole> =>
  readDepartRole(trx, user, id, true)

/** The department, locked until the end of the transaction. */
export async function lockDepart(trx: Trx, id: string): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`
    select depart_name as name from sys_depart where id = ${id} and del_flag = 0 for update`.execute(trx)
  if (!rows[0]) throw appError('NO_ENTITY')
  return rows[0]
}

/** The ids of the permissions that a department has, or that its role holds. */
export const readGrants = async (db: Db, { table, owner }: GrantTable, id: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select permission_id as id from ${sql.table(table)} where ${sql.ref(owner)} = ${id} order by 1`.execute(
      db,
    )
  ).rows.map((row) => row.id)

/** Applies a difference; ids of no permission are ignored. Returns the number of new grants. */
export async function changeGrants(
  trx: Trx,
  { table, owner }: GrantTable,
  id: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<number> {
  const gained = await sql`
    insert into ${sql.table(table)} (${sql.ref(owner)}, permission_id)
    select ${id}, p.id from sys_permission p where p.id = any(${[...added]}::text[])
    on conflict do nothing`.execute(trx)
  await sql`delete from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id} and permission_id = any(${[...removed]}::text[])`.execute(trx)
  return Number(gained.numAffectedRows ?? 0)
}

/** The data rules that are granted with a permission, joined by commas; null without the permission. */
export async function readRules(
  db: Db,
  { table, owner }: GrantTable,
  id: string,
  permissionId: string,
): Promise<string | null> {
  const { rows } = await sql<{ rules: string }>`
    select data_rule_ids as rules from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id} and permission_id = ${permissionId}`.execute(db)
  return rows[0]?.rules ?? null
}

async function setRules(
  trx: Trx,
  { table, owner }: GrantTable,
  id: string,
  permissionId: string,
  ruleIds: readonly string[],
): Promise<void> {
  await sql`update ${sql.table(table)} set data_rule_ids = ${ruleIds.join(',')}
    where ${sql.ref(owner)} = ${id} and permission_id = ${permissionId}`.execute(trx)
}

/** Those of the ids of a comma list that are data rules of the permission. */
export async function validRules(db: Db, permissionId: string, ids: string): Promise<string[]> {
  const ruleIds = new Set((await findRules(db, permissionId)).map(({ id }) => id))
  return parseIds(ids).filter((id) => ruleIds.has(id))
}

/** The rules of a menu entry that the roles of a department may have; none: all of them. */
export const offeredRules = async (db: Db, departId: string, permissionId: string): Promise<string[]> =>
  validRules(db, permissionId, (await readRules(db, ofDepart, departId, permissionId)) ?? '')

interface RuleChange {
  permissionId: string
  ruleIds: readonly string[]
  /** The address that the log names. */
  route: string
}

/** Replaces the data rules that the roles of a department may have, as `writeRules`. */
export async function setRulesOfDepart(
  trx: Trx,
  by: Author,
  depart: { id: string; name: string },
  { route, ...rules }: RuleChange,
): Promise<void> {
  const { permissionId, ruleIds } = rules
  if ((await readRules(trx, ofDepart, depart.id, permissionId)) === null) throw refuse('DEPART_RULES_MENU')
  const store = () => setRules(trx, ofDepart, depart.id, permissionId, ruleIds)
  await writeRules(trx, by, rules, { title: `部门「${depart.name}」`, route, store })
}

/** Replaces the data rules that the role of a department has, as `writeRules`. Refuses those that its department does not have. */
export async function setRulesOfDepartRole(
  trx: Trx,
  by: Author,
  { id, departId, name }: DepartRole,
  { route, ...rules }: RuleChange,
): Promise<void> {
  const { permissionId, ruleIds } = rules
  if ((await readRules(trx, ofRole, id, permissionId)) === null) throw refuse('DEPART_ROLE_RULES_MENU')
  const offered = await offeredRules(trx, departId, permissionId)
  if (offered.length > 0 && ruleIds.some((ruleId) => !offered.includes(ruleId)))
    throw refuse('DEPART_ROLE_RULES_BEYOND')
  const store = () => setRules(trx, ofRole, id, permissionId, ruleIds)
  await writeRules(trx, by, rules, { title: `部门角色「${name}」`, isOfDepart: true, route, store })
}
