import { type Migration, sql } from 'kysely'

/** The end of the sessions of a frozen user names its reason, so that open pages can say why they lost their session. */
export const frozenSessions: Migration = {
  async up(trx) {
    await sql`
      create or replace function sys_user_changed() returns trigger language plpgsql as $$
        declare gone boolean := true; person text := old.id; reason text;
        begin
          if tg_op = 'UPDATE' then
            gone := new.status <> 1 or new.del_flag <> 0;
            if new.status <> 1 and new.del_flag = 0 then reason := 'frozen'; end if;
          end if;
          perform pg_notify('user_changed', person);
          if gone then
            delete from sys_session where user_id = person;
            perform pg_notify('session_ended',
              json_strip_nulls(json_build_object('userId', person, 'reason', reason))::text);
          end if;
          return null;
        end $$`.execute(trx)
  },
}
