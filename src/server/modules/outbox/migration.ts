import { type Migration, sql } from 'kysely'

const statements = [
  // The list of messages is a document, whose records have an id of text; `seq` is the order of sending.
  'alter table sys_outbox rename column id to seq',
  `alter table sys_outbox
    add id varchar(36) not null default gen_random_uuid()::text, add subject varchar(200),
    add state varchar(10) not null default 'stored', add attempts integer not null default 0,
    add next_try timestamptz, add sent_time timestamp(0), add error varchar(300),
    add rev integer not null default 1, add create_by varchar(64), add create_time timestamp(0) not null default now(),
    add update_by varchar(64), add update_time timestamp(0), add sys_org_code varchar(64)`,
  'create unique index sys_outbox_id on sys_outbox (id)',
  `create index sys_outbox_due on sys_outbox (next_try) where state = 'waiting'`,
]

/** The delivery of messages: state, attempts and the last error. */
export const outboxDelivery: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/**
 * The files of mails, until they are delivered. Not among the uploaded files: everyone who knows the name of one of those may
 * read it, and a screen lists them.
 */
export const outboxFiles: Migration = {
  async up(trx) {
    await sql`create table sys_outbox_file (
      message_id varchar(36) not null references sys_outbox (id) on delete cascade, place integer not null,
      name varchar(200) not null, type varchar(100) not null, content bytea not null,
      primary key (message_id, place))`.execute(trx)
  },
}

/** Robots of chats, formats, and messages for users, which may wait for a time. */
export const outboxChannels: Migration = {
  async up(trx) {
    await sql`alter table sys_outbox alter column kind type varchar(10), add html text, add user_id varchar(36)`.execute(
      trx,
    )
    await sql`create index sys_outbox_collected on sys_outbox (user_id, next_try) where state = 'collected'`.execute(
      trx,
    )
  },
}

/**
 * What the list of messages shows of a message. Where it may contain a code these columns do not have it either, so that no
 * query, order or export of the list finds out its text. Messages of before, and of the version before, count as such.
 */
export const outboxTexts: Migration = {
  async up(trx) {
    await sql`alter table sys_outbox add has_code boolean not null default true`.execute(trx)
    await sql`alter table sys_outbox
      add title text generated always as (case when has_code then '含验证码，不显示' else subject end) stored,
      add content text generated always as (case when has_code then '含验证码，不显示' else body end) stored`.execute(
      trx,
    )
  },
}

/** Messages of work that may be repeated. */
export const outboxOnce: Migration = {
  async up(trx) {
    await sql`alter table sys_outbox add once_key varchar(200)`.execute(trx)
    await sql`create unique index sys_outbox_once on sys_outbox (once_key) where once_key is not null`.execute(
      trx,
    )
  },
}
