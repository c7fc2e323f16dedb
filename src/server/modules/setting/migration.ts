import { type Migration, sql } from 'kysely'

/** One row for each changed setting; values of secrets are encrypted (`platform/secrets.ts`). */
export const settingTable: Migration = {
  async up(trx) {
    await sql`create table sys_setting (
      name varchar(50) primary key, value jsonb not null, update_by varchar(100) not null,
      update_time timestamp(0) not null default now())`.execute(trx)
  },
}
