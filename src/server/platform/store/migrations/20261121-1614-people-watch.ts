import { type Migration, sql } from 'kysely'

const judged = 'status, del_flag, username, realname, org_code, must_change'
const of = (row: string) => `(${judged.replace(/\w+/g, (column) => `${row}.${column}`)})`

const statements = [
  // Any write of a user's row notifies every instance, and ends the sessions of users who may no longer sign in.
  `create function sys_user_changed() returns trigger language plpgsql as $$
    declare gone boolean := true; person text := old.id;
    begin
      if tg_op = 'UPDATE' then gone := new.status <> 1 or new.del_flag <> 0; end if;
      perform pg_notify('user_changed', person);
      if gone then
        delete from sys_session where user_id = person;
        perform pg_notify('session_ended', json_build_object('userId', person)::text);
      end if;
      return null;
    end $$`,
  `create trigger sys_user_changed after update on sys_user for each row
    when (${of('old')} is distinct from ${of('new')}) execute function sys_user_changed()`,
  'create trigger sys_user_gone after delete on sys_user for each row execute function sys_user_changed()',
]

/** A frozen or deleted user is signed out everywhere, also when a list or a form changed the row. */
export const peopleWatch: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
