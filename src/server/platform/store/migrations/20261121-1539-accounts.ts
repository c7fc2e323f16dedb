import { type Migration, sql } from 'kysely'

const statements = [
  // All limits are counted here, so that instances share the counts.
  `create table sys_counter (
    scope text not null, who text not null, count integer not null, ends timestamptz not null,
    primary key (scope, who))`,
  'create index sys_counter_ends on sys_counter (ends)',
  'drop table sys_login_failure',
  // Single-use secrets: tickets, states, links of a running sign-in. Only their digests are stored.
  `create table sys_one_time (
    digest text primary key, kind text not null, data jsonb not null, looks integer not null default 0,
    created timestamptz not null default now(), expires timestamptz not null)`,
  'create index sys_one_time_expires on sys_one_time (expires)',
  `create table sys_sms_code (
    phone text not null, mode text not null, user_id text not null default '', hash text not null,
    tries integer not null default 0, expires timestamptz not null, primary key (phone, mode, user_id))`,
  `create table sys_outbox (
    id bigint generated always as identity primary key, address text not null, kind text not null, body text not null,
    time timestamp(0) not null default now())`,
  'create index sys_outbox_time on sys_outbox (time)',
  `create table sys_sign_in_place (
    user_id text not null references sys_user on delete cascade, place text not null,
    last timestamptz not null default now(), primary key (user_id, place))`,
  `create table sys_third_account (
    type text not null, third_id text not null, user_id text not null references sys_user on delete cascade,
    nickname text, create_time timestamp(0) not null default now(), primary key (type, third_id),
    unique (user_id, type))`,
  `alter table sys_user add bio varchar(200), add notify jsonb`,
  'create index sys_user_phone on sys_user (phone) where phone is not null',
  // A refused sign-in is no visit.
  'alter table sys_log add ok boolean not null default true',
  'create index sys_log_visit on sys_log (create_time) include (ip) where log_type = 1 and ok',
]

/** Limits, codes, tickets, the outbox, and the data of a user's own account. */
export const accounts: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
