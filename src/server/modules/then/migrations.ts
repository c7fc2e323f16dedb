import { type Migration, sql } from 'kysely'

/** What followed the changes of records: `records/then/outcomes.ts` writes it, histories show it. */
export const outcomes: Migration = {
  async up(trx) {
    await sql`
      create table sys_then (id bigint generated always as identity primary key, data_table varchar(63) not null,
        data_id varchar(200) not null, title varchar(200) not null, kind varchar(20) not null, count integer not null,
        target_screen varchar(120), target_ids text[], note text, create_by varchar(64),
        create_time timestamp(0) not null default localtimestamp)`.execute(trx)
    await sql`create index sys_then_record on sys_then (data_table, data_id, id)`.execute(trx)
  },
}

/** The requests to other systems, which wait for their delivery, with their state and the last error. */
export const webhooks: Migration = {
  async up(trx) {
    await sql`
      create table sys_webhook (id bigint generated always as identity primary key, url text not null, body text not null,
        state varchar(10) not null default 'waiting', attempts integer not null default 0, error varchar(300),
        next_try timestamptz default now(), create_time timestamptz not null default now())`.execute(trx)
    await sql`create index sys_webhook_due on sys_webhook (next_try) where state = 'waiting'`.execute(trx)
    await sql`alter table sys_then add column request bigint`.execute(trx)
  },
}

/** The entries about a day that have been carried out, each once for a record and a value of its field. */
export const dated: Migration = {
  async up(trx) {
    await sql`
      create table sys_then_date (data_table varchar(63) not null, data_id varchar(200) not null, entry varchar(200) not null,
        day varchar(30) not null, create_time timestamptz not null default now(),
        primary key (data_table, data_id, entry, day))`.execute(trx)
  },
}
