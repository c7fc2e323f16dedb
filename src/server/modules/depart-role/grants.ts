import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { idsOf } from '../../platform/http/id-shape.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { findRules } from '../data-rule/interface.ts'

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

/** The role of a department, locked until the end of the transaction. */
export async function lockDepartRole(trx: Trx, id: string): Promise<DepartRole> {
  const { rows } = await sql<DepartRole>`
    select id, depart_id as "departId", role_name as name from sys_depart_role where id = ${id} for update`.execute(
    trx,
  )
  if (!rows[0]) throw appError('NO_ENTITY')
  return rows[0]
}

/** The department, locked until the end of the transaction. */
export async function lockDepart(trx: Trx, id: string): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`
    select depart_name as name from sys_depart where id = ${id} and del_flag = 0 for update`.execute(trx)
  if (!rows[0]) throw appError('NO_ENTITY')
  return rows[0]
}

/** The ids of the permissions that a department has, or that its role holds. */
export const grantsOf = async (db: Db, { table, owner }: GrantTable, id: string): Promise<string[]> =>
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
export async function rulesOf(
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

export async function setRules(
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
  return idsOf(ids).filter((id) => ruleIds.has(id))
}
