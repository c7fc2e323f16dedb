import { type Migration, sql } from 'kysely'

/** The alarms that last. */
export const alarmTable: Migration = {
  async up(trx) {
    await sql`create table sys_alarm (
      kind varchar(20) not null, subject varchar(200) not null, value numeric not null,
      began timestamptz not null default now(), primary key (kind, subject))`.execute(trx)
  },
}
