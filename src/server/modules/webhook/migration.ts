import { type Migration, sql } from 'kysely'

const audit = `rev integer not null default 1, create_by varchar(64), create_time timestamp(0),
  update_by varchar(64), update_time timestamp(0), sys_org_code varchar(64)`

const statements = [
  // The screen has the other columns.
  `create table sys_hook (
    id varchar(36) primary key, ${audit}, name varchar(50) not null, address varchar(500) not null,
    screens varchar(4000) not null, events varchar(100) not null, enabled varchar(1), secret_state varchar(10))`,
  // Encrypted; the requests of a hook are read with the rights of the user.
  `create table sys_hook_secret (
    hook_id varchar(36) primary key references sys_hook on delete cascade, secret text not null,
    user_id varchar(36) not null)`,
  `create table sys_hook_delivery (
    id varchar(36) primary key, ${audit}, hook_id varchar(36) not null, name varchar(50) not null,
    address varchar(500) not null, event varchar(20) not null, screen varchar(120), record_id varchar(200),
    body text not null, state varchar(10) not null, attempts integer not null default 0, status integer,
    answer varchar(2000), error varchar(300), sent_time timestamp(0), next_try timestamptz)`,
  `create index sys_hook_delivery_due on sys_hook_delivery (hook_id, next_try) where state = 'waiting'`,
  'create index sys_hook_delivery_age on sys_hook_delivery (create_time)',
]

/** Webhooks on changes of records, their secrets, and the log of their requests. */
export const webhookTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** Finds the requests that have named a record. */
export const webhookRecords: Migration = {
  async up(trx) {
    await sql`create index sys_hook_delivery_record on sys_hook_delivery (record_id, hook_id)`.execute(trx)
  },
}
