import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_import (
    id text primary key, screen text not null, user_id text not null references sys_user on delete cascade,
    file_name text not null, create_time timestamp(0) not null default now(),
    state text not null check (state in ('running', 'done', 'failed')), row_count integer not null default 0,
    checked integer not null default 0, written integer not null default 0, report_time timestamptz,
    total integer not null default 0, inserted integer not null default 0, updated integer not null default 0,
    skipped integer not null default 0, answer jsonb, undo_time timestamp(0))`,
  'create index sys_import_of_user on sys_import (user_id, screen, create_time)',
  'create index sys_import_age on sys_import (create_time)',
  `create table sys_import_row (
    import_id text not null references sys_import on delete cascade, place integer not null, record_id text not null,
    rev integer not null, restore jsonb, primary key (import_id, place))`,
]

/** What the imports brought about in other tables (`sys_then`). */
export const importOutcomes: Migration = {
  async up(trx) {
    await sql`alter table sys_import add column remaining bigint[] not null default '{}'`.execute(trx)
  },
}

/** The imports of lists, and the records that each of them wrote, with the values that an undo restores. */
export const importTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
