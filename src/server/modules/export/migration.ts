import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_export (
    id text primary key, screen text not null, user_id text not null references sys_user on delete cascade,
    file_name text not null, rights text not null, create_time timestamp(0) not null default now(),
    state text not null check (state in ('running', 'done', 'failed')), row_count integer not null,
    written integer not null default 0, report_time timestamptz not null default now(), message text)`,
  'create index sys_export_of_user on sys_export (user_id, create_time)',
  'create index sys_export_age on sys_export (create_time)',
]

/** The exports that ran on after their answer; their files are in the folder of exports. */
export const exportTable: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
