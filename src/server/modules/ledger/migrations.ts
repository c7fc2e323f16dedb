import { type Migration, sql } from 'kysely'

/** The last closed day of each ledger; postings hold its row until they end. */
export const ledgerTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_ledger (ledger varchar(120) primary key, closed_until date, update_by varchar(64),
        update_time timestamp(0))`.execute(trx)
  },
}

/** What the entries of each balance add up to at the end of each month in which there are some. */
export const ledgerMonthTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_ledger_month (balance varchar(36) not null, month date not null, sums jsonb not null,
        primary key (balance, month))`.execute(trx)
  },
}
