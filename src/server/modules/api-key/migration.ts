import { type Migration, sql } from 'kysely'

const statements = [
  // The screen has the other columns; each request with a key reads these.
  `create table sys_api_key (
    id varchar(36) primary key, rev integer not null default 1, create_by varchar(64), create_time timestamp(0),
    update_by varchar(64), update_time timestamp(0), sys_org_code varchar(64), name varchar(50) not null,
    screens varchar(4000) not null, rights varchar(100) not null, expire_time timestamp(0) not null,
    state varchar(10) not null default 'none', prefix varchar(20), used_time timestamp(0), used_ip varchar(100))`,
  // Of the secret only the hash: a document never shows it.
  `create table sys_api_secret (
    key_id varchar(36) primary key references sys_api_key on delete cascade, hash char(64) not null unique,
    user_id varchar(36) not null, create_time timestamptz not null default now())`,
]

/** Keys of programs, and the hashes of their secrets. */
export const apiKeyTables: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
