import { type Migration, sql } from 'kysely'

/** The last closed day of each ledger; postings hold its row until they end. */
export const ledgerTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_ledger (ledger varchar(120) primary key, closed_until date, update_by varchar(64),
        update_time timestamp(0))`.execute(trx)
  },
}

/** What the entries of each set of dimensions add up to at the end of each month in which there are some. */
export const ledgerMonthTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_ledger_month (ledger varchar(120) not null, dimensions jsonb not null, month date not null,
        sums jsonb not null, primary key (ledger, dimensions, month))`.execute(trx)
  },
}
