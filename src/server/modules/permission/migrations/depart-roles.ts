import { type Migration, sql } from 'kysely'

const watch = (table: string, event: string, rows: string, work: 'rights' | 'roles'): string => `
  create trigger ${table}_${work}_${event}_${rows} after ${event} on ${table} referencing ${rows} table as changed
    for each statement execute function sys_${work}_changed()`

const events = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const

const statements = [
  // What the roles of a department may grant at most.
  `create table sys_depart_permission (
    depart_id text not null references sys_depart on delete cascade,
    permission_id text not null references sys_permission on delete cascade,
    data_rule_ids text not null default '', primary key (depart_id, permission_id))`,
  `create table sys_depart_role (
    id varchar(36) primary key, rev integer not null default 1, depart_id varchar(36) not null, role_name varchar(200),
    role_code varchar(100) not null, description varchar(255), create_by varchar(64),
    create_time timestamp(0) not null default now(), update_by varchar(64), update_time timestamp(0),
    sys_org_code varchar(64))`,
  `create table sys_depart_role_permission (
    role_id varchar(36) not null references sys_depart_role on delete cascade,
    permission_id text not null references sys_permission on delete cascade,
    data_rule_ids text not null default '', primary key (role_id, permission_id))`,
  `create table sys_depart_role_user (
    user_id text not null references sys_user on delete cascade,
    drole_id varchar(36) not null references sys_depart_role on delete cascade, primary key (user_id, drole_id))`,
  'create index sys_depart_role_user_role on sys_depart_role_user (drole_id)',
  ...['sys_depart_permission', 'sys_depart_role_permission'].flatMap((table) =>
    events.map(([event, rows]) => watch(table, event, rows, 'rights')),
  ),
  ...events.map(([event, rows]) => watch('sys_depart_role_user', event, rows, 'roles')),
  /**
   * What users hold through the roles of departments: only while they belong to the department, and only what the
   * department still has.
   */
  `create view sys_depart_grant as
    select du.user_id, rp.permission_id, rp.data_rule_ids
    from sys_depart_role_user du
    join sys_depart_role r on r.id = du.drole_id
    join sys_user_depart ud on ud.user_id = du.user_id and ud.dep_id = r.depart_id
    join sys_depart_role_permission rp on rp.role_id = r.id
    join sys_depart_permission dp on dp.depart_id = r.depart_id and dp.permission_id = rp.permission_id`,
]

/** Permissions of departments, and the roles by which departments give them to their users. */
export const departRoles: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
