import { type Migration, sql } from 'kysely'

/**
 * The instances of the server that use the database, each with the contracting migrations that its version knows, as an
 * array of names: what such a migration removes is used by no version that knows it.
 */
export const instances: Migration = {
  async up(trx) {
    await sql`create table sys_instance (
      id uuid primary key, server text not null, contracts jsonb not null,
      start_time timestamptz not null default now(), beat timestamptz not null default now())`.execute(trx)
  },
}
