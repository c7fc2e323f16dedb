import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'

/** A data rule of a menu entry, as the contract has it. */
export interface Rule {
  id: string
  permissionId: string
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  /** '1' valid, '0' not applied. */
  status: string
}

const columns = sql`id, permission_id as "permissionId", rule_name as "ruleName", rule_column as "ruleColumn",
  rule_conditions as "ruleConditions", rule_value as "ruleValue", status`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The rules of a menu entry by name; the texts are parts of name and value. */
export const findRules = async (
  db: Db,
  permissionId: string,
  { ruleName = '', ruleValue = '' }: { ruleName?: string | undefined; ruleValue?: string | undefined } = {},
): Promise<Rule[]> =>
  (
    await sql<Rule>`select ${columns} from sys_permission_data_rule
      where permission_id = ${permissionId} and rule_name like ${`%${escaped(ruleName)}%`}
        and rule_value like ${`%${escaped(ruleValue)}%`} order by create_time, id`.execute(db)
  ).rows

export const findRule = async (db: Db, id: string): Promise<Rule | undefined> =>
  (await sql<Rule>`select ${columns} from sys_permission_data_rule where id = ${id}`.execute(db)).rows[0]

export async function insertRule(trx: Trx, rule: Rule, by: string): Promise<void> {
  await sql`
    insert into sys_permission_data_rule
      (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, create_by)
    values (${rule.id}, ${rule.permissionId}, ${rule.ruleName}, ${rule.ruleColumn}, ${rule.ruleConditions},
      ${rule.ruleValue}, ${rule.status}, ${by})`.execute(trx)
  await keepRuleFlag(trx, rule.permissionId)
}

export async function updateRule(trx: Trx, rule: Rule, by: string): Promise<void> {
  await sql`
    update sys_permission_data_rule set rule_name = ${rule.ruleName}, rule_column = ${rule.ruleColumn},
      rule_conditions = ${rule.ruleConditions}, rule_value = ${rule.ruleValue}, status = ${rule.status},
      update_by = ${by}, update_time = now()
    where id = ${rule.id}`.execute(trx)
}

export async function deleteRule(trx: Trx, { id, permissionId }: Rule): Promise<void> {
  await sql`delete from sys_permission_data_rule where id = ${id}`.execute(trx)
  await keepRuleFlag(trx, permissionId)
}

/** Follows the new key of a field in the rules of menu entries. Returns how many changed. */
export async function renameRuleColumn(
  trx: Trx,
  menus: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { rows } = await sql`
    update sys_permission_data_rule set rule_column = ${to}
    where permission_id = any(${[...menus]}::text[]) and rule_column = ${from} returning id`.execute(trx)
  return rows.length
}

/** The flag of the menu entry that clients read: 1 while it has rules. */
const keepRuleFlag = (trx: Trx, permissionId: string) =>
  sql`
  update sys_permission set rule_flag = wanted.flag
  from (select case when exists (select 1 from sys_permission_data_rule where permission_id = ${permissionId})
    then 1 else 0 end as flag) wanted
  where id = ${permissionId} and rule_flag <> wanted.flag`.execute(trx)

/** The ids of the rules of a menu entry that a role has. */
export const rulesOfRole = async (db: Db, permissionId: string, roleId: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`select rule_id as id from sys_role_data_rule
      where role_id = ${roleId} and permission_id = ${permissionId} order by rule_id`.execute(db)
  ).rows.map(({ id }) => id)

/** Replaces the rules of a menu entry that a role has; ids of other entries' rules are ignored. */
export async function setRulesOfRole(
  trx: Trx,
  permissionId: string,
  roleId: string,
  ruleIds: readonly string[],
): Promise<void> {
  await sql`delete from sys_role_data_rule
    where role_id = ${roleId} and permission_id = ${permissionId}`.execute(trx)
  await sql`insert into sys_role_data_rule (role_id, permission_id, rule_id)
    select ${roleId}, permission_id, id from sys_permission_data_rule
    where permission_id = ${permissionId} and id = any(${[...ruleIds]}::text[])`.execute(trx)
}

/** Whether a role holds a menu entry. */
export const holdsMenu = async (db: Db, permissionId: string, roleId: string): Promise<boolean> =>
  (
    await sql`select 1 from sys_role_permission
      where role_id = ${roleId} and permission_id = ${permissionId}`.execute(db)
  ).rows.length > 0
