import { type Migration, sql } from 'kysely'

/** Uploaded files are records of a screen: an id, and the columns that every record has. */
export const fileRecords: Migration = {
  async up(trx) {
    await sql`alter table sys_file
      add column id varchar(36) not null default gen_random_uuid()::text,
      add column rev integer not null default 1,
      add column sys_org_code varchar(64),
      add column uses integer,
      add column counted_at timestamp(0)`.execute(trx)
    await sql`create unique index sys_file_id on sys_file (id)`.execute(trx)
    await sql`create index sys_file_time on sys_file (create_time desc, id desc)`.execute(trx)
  },
}
