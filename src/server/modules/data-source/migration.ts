import { type Migration, sql } from 'kysely'

/** The passwords of data sources, encrypted, in a table that no list, export or report reads. */
export const dataSourceSecrets: Migration = {
  async up(trx) {
    await sql`create table sys_data_source_secret (
      data_source_id varchar(36) primary key, db_password text not null)`.execute(trx)
  },
}
