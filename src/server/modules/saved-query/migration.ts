import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_saved_query (
    id text primary key, screen text not null, title text not null, match_type text not null, records jsonb not null,
    visibility text not null check (visibility in ('private', 'depart', 'public')), org_code text not null,
    user_id text not null references sys_user on delete cascade, create_time timestamp(0) not null default now(),
    update_time timestamp(0), unique (screen, user_id, title))`,
  `create table sys_saved_query_default (
    user_id text not null references sys_user on delete cascade, screen text not null,
    query_id text not null references sys_saved_query on delete cascade, primary key (user_id, screen))`,
]

/** The saved queries of lists, and each user's default query of a list. */
export const savedQueryTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** A saved query with the display of its list is a view; each user has an order of the views. */
export const savedViewTables: Migration = {
  async up(trx) {
    await sql`alter table sys_saved_query add column settings jsonb`.execute(trx)
    await sql`create table sys_saved_query_order (
      user_id text not null references sys_user on delete cascade, screen text not null, ids text[] not null,
      primary key (user_id, screen))`.execute(trx)
  },
}
