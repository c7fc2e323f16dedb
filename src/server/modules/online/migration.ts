import { type Migration, sql } from 'kysely'

const statements = [
  // The handle of a session: it names the session in lists, and neither it nor its digest opens the session.
  `alter table sys_session
    add id varchar(36) not null default gen_random_uuid()::text, add username varchar(100),
    add rev integer not null default 1, add sys_org_code varchar(64),
    add create_by varchar(64), add create_time timestamp(0) not null default now(),
    add login_time timestamp(0) not null default now(), add update_by varchar(64), add update_time timestamp(0)`,
  'create unique index sys_session_id on sys_session (id)',
  `update sys_session s set username = u.username, create_time = s.created, login_time = s.created
    from sys_user u where u.id = s.user_id`,
  `create function sys_session_named() returns trigger language plpgsql as $$
    begin
      select username, org_code into new.username, new.sys_org_code from sys_user where id = new.user_id;
      return new;
    end $$`,
  `create trigger sys_session_named before insert on sys_session
    for each row execute function sys_session_named()`,
]

/** The columns of sessions that the list of online users shows. */
export const onlineSessions: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
