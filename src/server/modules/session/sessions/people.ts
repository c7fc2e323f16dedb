import { type RawBuilder, sql } from 'kysely'
import type { SendingTimes } from '#runtime/kernel/quiet-hours.ts'
import type { DataRule } from '../../../platform/http/data-rule.ts'
import { inFirstTenant } from '../../../platform/http/requests/tenant.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { publicCodes } from '../../permission/interface.ts'
import { isAdministrator } from './administrators.ts'
import { readTenantAccess } from './tenants.ts'

interface PersonRow {
  id: string
  username: string
  realname: string
  orgCode: string | null
  mustChange: boolean
  isPasswordExpired: boolean
  isAdmin: boolean
  roles: string[]
  grants: string[]
  codes: string[]
  lists: Record<string, string[]> | null
  orgCodes: string[]
  tenants: number[]
  /** The valid rules of all menu entries; `granted` tells whether a role of the user has the rule. */
  rules: (DataRule & { menu: string; granted: boolean })[]
}

/** The granted rules by menu entry; an entry with rules of which none is granted has an empty list. */
function rulesByMenu(rules: PersonRow['rules']): Map<string, DataRule[]> {
  const byMenu = new Map<string, DataRule[]>()
  for (const { menu, granted, ...rule } of rules) {
    const list = byMenu.get(menu) ?? []
    byMenu.set(menu, list)
    if (granted) list.push(rule)
  }
  return byMenu
}

/** A user with all grants, valid until a time (ms). */
interface FoundPerson {
  user: SessionUser
  until: number
}

/** A user for the guard; null when the user is deleted or frozen. */
export const readPerson = (db: Db, userId: string): Promise<FoundPerson | null> =>
  findPerson(db, userId, sql`u.status = 1 and u.del_flag = 0`)

/** A user as in a request that names no tenant; null for one who cannot make any: deleted, frozen, or all tenants are closed. */
export async function readRequester(db: Db, userId: string): Promise<SessionUser | null> {
  const found = await readPerson(db, userId)
  return found && inFirstTenant(found.user)
}

/** Users with their rights, frozen and deleted ones included; unknown ids are left out. */
export async function readPeople(db: Db, userIds: readonly string[]): Promise<SessionUser[]> {
  const people: SessionUser[] = []
  for (const id of userIds) {
    const found = await findPerson(db, id, sql`true`)
    if (found) people.push(found.user)
  }
  return people
}

async function findPerson(db: Db, userId: string, isFound: RawBuilder<unknown>): Promise<FoundPerson | null> {
  const { rows } = await sql<PersonRow>`
    with ids as materialized (
        -- First the ids: a plan that begins with the permissions would look each of them up in each role.
        select distinct permission_id as id from (
          select permission_id from sys_role_permission
          where role_id = any(array(select role_id from sys_user_role where user_id = ${userId}))
          union all select permission_id from sys_depart_grant where user_id = ${userId}) as every_grant),
      granted as materialized (
        select p.id, p.perms, p.menu_type from ids join sys_permission p on p.id = ids.id and p.del_flag = 0)
    select u.id, u.username, u.realname, u.org_code as "orgCode", u.must_change as "mustChange",
      u.password_expired as "isPasswordExpired", ${isAdministrator(sql.ref('u.id'))} as "isAdmin",
      array(select r.role_code from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id order by 1) as roles,
      to_jsonb(array(select id from granted)) as grants,
      to_jsonb(array(select perms from granted where menu_type = 2 and perms is not null)) as codes,
      (select jsonb_object_agg(code, roles) from (
        select p.perms as code, array_agg(r.role_code order by r.role_code) as roles
        from sys_user_role ur join sys_role r on r.id = ur.role_id
        join sys_role_permission rp on rp.role_id = r.id
        join sys_permission p on p.id = rp.permission_id and p.del_flag = 0 and p.menu_type = 2 and p.perms like '%:list'
        where ur.user_id = u.id group by p.perms) as by_list) as lists,
      array(select d.org_code from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = u.id and d.del_flag = '0' order by 1) as "orgCodes",
      array(select number::integer from unnest(string_to_array(u.rel_tenant_ids, ',')) with ordinality as x(number, place)
        where number ~ '^[1-9][0-9]{0,8}$' order by place) as tenants,
      (select coalesce(jsonb_agg(jsonb_build_object('menu', r.permission_id, 'id', r.id, 'column', r.rule_column,
          'condition', r.rule_conditions, 'value', r.rule_value,
          'granted', exists (select 1 from sys_role_data_rule rr join sys_user_role ur on ur.role_id = rr.role_id
            where rr.rule_id = r.id and ur.user_id = u.id)
            or exists (select 1 from sys_depart_grant g where g.user_id = u.id and g.permission_id = r.permission_id
              and r.id = any(string_to_array(g.data_rule_ids, ',')))) order by r.id), '[]')
        from sys_permission_data_rule r where r.status = '1') as rules
    from sys_user u where u.id = ${userId} and ${isFound}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { grants, codes, lists, rules, ...rest } = row
  const { open, closed, until } = await readTenantAccess(db, row.tenants)
  return {
    user: {
      ...rest,
      orgCode: row.orgCode ?? '',
      codes: new Set([...publicCodes, ...codes]),
      rolesByList: new Map(Object.entries(lists ?? {})),
      grants: new Set(grants),
      dataRules: rulesByMenu(rules),
      tenants: open,
      ...(closed.length > 0 && { closedTenants: closed }),
    },
    until,
  }
}

/** The notifications that a user has enabled, and when those that leave the system are sent. */
export interface Notify extends SendingTimes {
  /** A message when the account signs in from a new device. */
  signIn: boolean
  /** Whether a page shows new messages of the kind when they arrive. */
  announcement: boolean
  system: boolean
  /** Whether messages of screens are also sent by mail and to the phone, where their template says so. */
  mail: boolean
  sms: boolean
}

export const notifyDefaults: Notify = {
  signIn: false,
  announcement: true,
  system: true,
  mail: true,
  sms: true,
  quietFrom: null,
  quietTo: null,
  digest: 'none',
}

/** The columns of a user that the browser may see, listed by name so that no hash is included. */
export interface UserInfo {
  id: string
  username: string
  realname: string
  avatar: string | null
  birthday: string | null
  sex: number | null
  email: string | null
  /** A second address for messages about the account. */
  backupEmail: string | null
  phone: string | null
  telephone: string | null
  workNo: string | null
  post: string | null
  orgCode: string | null
  orgCodeTxt: string | null
  status: number
  userIdentity: number
  /** The numbers of the user's tenants, separated by commas, for clients of the contract. */
  relTenantIds: string | null
  mustChange: boolean
  passwordExpired: boolean
  bio: string | null
  /** The names of the user's roles. */
  roles: string[]
  /** The home page of the first of the user's roles that has one, for clients of the contract. */
  homePath: string | null
  notify: Notify
  /** The user has not yet seen the tour of the shell. */
  isNew: boolean
}

export async function readUserInfo(db: Db, userId: string): Promise<UserInfo | null> {
  const { rows } = await sql<Omit<UserInfo, 'notify'> & { notify: Partial<Notify> | null }>`
    select u.id, u.username, u.realname, u.avatar, u.birthday, u.sex, u.email, u.phone, u.telephone,
      u.backup_email as "backupEmail", u.work_no as "workNo", u.post, u.org_code as "orgCode", d.depart_name as "orgCodeTxt", u.status,
      u.user_identity as "userIdentity", u.rel_tenant_ids as "relTenantIds", u.must_change as "mustChange",
      u.password_expired as "passwordExpired", u.bio, u.notify,
      not u.toured as "isNew",
      array(select r.role_name from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id order by r.role_code) as roles,
      (select i.url from sys_role_index i join sys_role r on r.role_code = i.role_code
        join sys_user_role ur on ur.role_id = r.id and ur.user_id = u.id
        where i.status = '1' order by i.priority nulls last, i.id limit 1) as "homePath"
    from sys_user u left join sys_depart d on d.org_code = u.org_code
    where u.id = ${userId}`.execute(db)
  return rows[0] ? { ...rows[0], notify: { ...notifyDefaults, ...rows[0].notify } } : null
}

/** The only user with this phone; null when there is none, or more than one. */
export async function userOfPhone(db: Db, phone: string): Promise<string | null> {
  const rows = await db
    .selectFrom('sys_user')
    .select('id')
    .where('phone', '=', phone)
    .where('del_flag', '=', 0)
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

export interface Depart {
  id: string
  parentId: string
  departName: string
  departOrder: number
  orgCategory: string
  orgType: string
  orgCode: string
  status: string
}

/** The departments of a user, by their codes. */
export const readDeparts = (db: Db, userId: string): Promise<Depart[]> =>
  db
    .selectFrom('sys_depart as d')
    .innerJoin('sys_user_depart as ud', 'ud.dep_id', 'd.id')
    .select([
      'd.id',
      'd.parent_id as parentId',
      'd.depart_name as departName',
      'd.depart_order as departOrder',
      'd.org_category as orgCategory',
      'd.org_type as orgType',
      'd.org_code as orgCode',
      'd.status',
    ])
    .where('ud.user_id', '=', userId)
    .where('d.del_flag', '=', 0)
    .orderBy('d.org_code')
    .execute()
