import { type Migration, sql } from 'kysely'

/**
 * A user's roles and departments as texts beside the tables that link them, so that lists show, query and export them.
 * The links are the truth: triggers write the texts, in the transaction that changes the links.
 */
const mirrors = [
  { column: 'selectedroles', table: 'sys_user_role', key: 'role_id' },
  { column: 'selecteddeparts', table: 'sys_user_depart', key: 'dep_id' },
] as const

const mirror = ({ column, table, key }: (typeof mirrors)[number]): string[] => [
  `create function ${table}_mirror() returns trigger language plpgsql as $$
    begin
      update sys_user u set ${column} = r.ids
      from (select c.user_id, (select string_agg(x.${key}, ',' order by x.${key}) from ${table} x
          where x.user_id = c.user_id) as ids
        from (select distinct user_id from changed) c) r
      where u.id = r.user_id and u.${column} is distinct from r.ids;
      return null;
    end $$`,
  ...(['insert', 'delete'] as const).map(
    (event) => `create trigger ${table}_mirror_${event} after ${event} on ${table}
      referencing ${event === 'insert' ? 'new' : 'old'} table as changed
      for each statement execute function ${table}_mirror()`,
  ),
  `update sys_user u set ${column} =
    (select string_agg(x.${key}, ',' order by x.${key}) from ${table} x where x.user_id = u.id)`,
]

const statements = [
  `alter table sys_user alter password set default '-',
    add depart_ids varchar(4000), add selectedroles varchar(4000), add selecteddeparts varchar(4000)`,
  ...mirrors.flatMap(mirror),
  'create index sys_user_role_role on sys_user_role (role_id)',
]

/** The columns of the user's form. A user without a password cannot sign in by one. */
export const userForm: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** The codes of single fields of the form, with the code whose roles had these fields before. */
const fieldCodes = [
  { code: 'user:sex', name: '查看性别', type: '1', base: 'user:list' },
  { code: 'user:form:birthday', name: '修改生日', type: '2', base: 'user:edit' },
  { code: 'user:form:phone', name: '修改手机号码', type: '2', base: 'user:edit' },
] as const

/** Roles that could see and change these fields keep that; a new database has no roles yet. */
export const userFieldCodes: Migration = {
  async up(trx) {
    for (const { code, name, type, base } of fieldCodes) {
      await sql`insert into sys_permission (id, origin, parent_id, name, menu_type, perms, perms_type)
        select ${code}, 'document', 'system/user', ${name}, 2, ${code}, ${type}
        where exists (select 1 from sys_permission where id = ${base}) on conflict do nothing`.execute(trx)
      await sql`insert into sys_role_permission (role_id, permission_id)
        select role_id, ${code} from sys_role_permission where permission_id = ${base}
        on conflict do nothing`.execute(trx)
    }
  },
}
