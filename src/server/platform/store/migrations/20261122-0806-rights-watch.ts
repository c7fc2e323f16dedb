import { type Migration, sql } from 'kysely'

/** Above this number of users in one statement, all users are refreshed. */
const MAX_PEOPLE = 100

const on = (table: string, event: string, rows: string, work: string): string => `
  create trigger ${table}_${work}_${event}_${rows} after ${event} on ${table} referencing ${rows} table as changed
    for each statement execute function sys_${work}_changed()`

const events = [
  ['insert', 'new'],
  ['update', 'old'],
  ['update', 'new'],
  ['delete', 'old'],
] as const

const statements = [
  // A statement without a changed row sends no notification: each start writes its entries again unchanged.
  `create function sys_rights_changed() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed) then perform pg_notify('permission', ''); end if;
      return null;
    end $$`,
  // Notifies the users whose roles changed, and no others.
  `create function sys_roles_changed() returns trigger language plpgsql as $$
    declare person text;
    begin
      if (select count(distinct user_id) from changed) > ${MAX_PEOPLE} then
        perform pg_notify('permission', '');
      else
        for person in select distinct user_id from changed loop
          perform pg_notify('permission', person);
        end loop;
      end if;
      return null;
    end $$`,
  ...['sys_permission', 'sys_role_permission'].flatMap((table) =>
    events.map(([event, rows]) => on(table, event, rows, 'rights')),
  ),
  // A new role has no users yet, and a deleted one removes its grants and users, which are watched themselves.
  on('sys_role', 'update', 'new', 'rights'),
  ...events.map(([event, rows]) => on('sys_user_role', event, rows, 'roles')),
]

/** Any write of roles, grants or entries notifies every instance and every open page at commit. */
export const rightsWatch: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
