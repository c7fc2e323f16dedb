import { type Migration, sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'

const statements = [
  `create table sys_administrator (
    user_id text primary key references sys_user on delete cascade,
    create_by text not null, create_time timestamp(0) not null default now())`,
  // The role shows in lists, and to clients of the contract, who is an administrator; its name and code grant nothing.
  `create function sys_administrator_mirror() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into sys_user_role (user_id, role_id)
          select new.user_id, id from sys_role where id = '${adminRole}' on conflict do nothing;
        perform pg_notify('permission', new.user_id);
      else
        delete from sys_user_role where user_id = old.user_id and role_id = '${adminRole}';
        perform pg_notify('permission', old.user_id);
      end if;
      return null;
    end $$`,
  `create trigger sys_administrator_mirror after insert or delete on sys_administrator
    for each row execute function sys_administrator_mirror()`,
  `insert into sys_administrator (user_id, create_by)
    select ur.user_id, 'system' from sys_user_role ur join sys_role r on r.id = ur.role_id
    where r.role_code = '${adminRole}'`,
]

/** Administrators are named in a table of their own: neither a role nor its code makes one. */
export const administrators: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
