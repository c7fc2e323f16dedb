import { type Migration, sql } from 'kysely'

/** `thumbnail`: the path of the small picture, '' where there can be no such, null until it is asked for. `picture`: the path of a picture. */
export const fileThumbnails: Migration = {
  async up(trx) {
    await sql`alter table sys_file
      add column thumbnail text,
      add column picture text generated always as (case when type like 'image/%' then path end) stored`.execute(
      trx,
    )
    await sql`create index sys_file_thumbnail on sys_file (thumbnail) where thumbnail <> ''`.execute(trx)
  },
}
