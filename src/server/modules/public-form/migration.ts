import { type Migration, sql } from 'kysely'

/** The submissions of public forms: the digest of the secret that shows one, and the record that it became. */
export const receipts: Migration = {
  async up(trx) {
    await sql`
      create table sys_public_receipt (digest varchar(64) primary key, screen varchar(120) not null, record varchar(200),
        number varchar(200), expires timestamptz not null, create_time timestamptz not null default now())`.execute(
      trx,
    )
    await sql`create index sys_public_receipt_expires on sys_public_receipt (expires)`.execute(trx)
  },
}
