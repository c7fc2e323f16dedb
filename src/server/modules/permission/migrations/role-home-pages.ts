import { type Migration, sql } from 'kysely'

/** The home pages of roles, which clients of the contract read with their user. */
export const roleHomePages: Migration = {
  async up(trx) {
    await sql`create table sys_role_index (
      id varchar(36) primary key, rev integer not null default 1, role_code varchar(50) not null,
      url varchar(100) not null, component varchar(255), route varchar(10), priority integer, status varchar(2),
      create_by varchar(64), create_time timestamp(0) not null default now(), update_by varchar(64),
      update_time timestamp(0), sys_org_code varchar(64))`.execute(trx)
  },
}
