import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_session_view (
    id text primary key, session text not null references sys_session on delete cascade,
    user_id text not null references sys_user on delete cascade, created timestamptz not null default now())`,
  'create index sys_session_view_session on sys_session_view (session)',
]

/** The users whom sessions view; a view ends with its session. */
export const sessionViews: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
