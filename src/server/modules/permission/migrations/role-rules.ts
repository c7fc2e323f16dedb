import { type Migration, sql } from 'kysely'

const watch = (table: string, event: string, rows: string): string => `
  create trigger ${table}_rights_${event}_${rows} after ${event} on ${table} referencing ${rows} table as changed
    for each statement execute function sys_rights_changed()`

const statements = [
  `create table sys_permission_data_rule (
    id text primary key, permission_id text not null references sys_permission on delete cascade,
    rule_name text not null, rule_column text not null, rule_conditions text not null, rule_value text not null,
    status text not null default '1' check (status in ('0', '1')),
    create_by text, create_time timestamp(0) not null default now(), update_by text, update_time timestamp(0),
    unique (id, permission_id))`,
  'create index sys_permission_data_rule_menu on sys_permission_data_rule (permission_id)',
  // A rule is granted with its menu entry: without the entry, and without the rule, the grant is gone.
  `create table sys_role_data_rule (
    role_id text not null, permission_id text not null, rule_id text not null, primary key (role_id, rule_id),
    foreign key (role_id, permission_id) references sys_role_permission on delete cascade,
    foreign key (rule_id, permission_id) references sys_permission_data_rule (id, permission_id) on delete cascade)`,
  ...['sys_permission_data_rule', 'sys_role_data_rule'].flatMap((table) =>
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ].map(([event = '', rows = '']) => watch(table, event, rows)),
  ),
]

/** The data rules of menu entries and their grants; a change reaches every instance and open page at commit. */
export const dataRuleTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
