import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_data_log (
    id varchar(36) primary key, rev integer not null default 1, data_table varchar(63) not null,
    data_id varchar(36) not null, data_content text not null, data_version integer not null, type varchar(20) not null,
    create_by varchar(64), create_time timestamp(0) not null, update_by varchar(64), update_time timestamp(0),
    sys_org_code varchar(64), unique (data_table, data_id, data_version))`,
  // The function belongs to the migration of the operation log, which runs before.
  `create trigger sys_data_log_append_only before update or delete or truncate on sys_data_log
    for each statement execute function sys_append_only()`,
]

/** The versions of records. */
export const dataLogTable: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** Two moves may lead from one state to another, so a version keeps the code of its move. */
export const versionMoves: Migration = {
  async up(trx) {
    await sql`alter table sys_data_log add column move varchar(64)`.execute(trx)
  },
}

/** Old versions are found by their time. */
export const versionTimes: Migration = {
  async up(trx) {
    await sql`create index sys_data_log_time on sys_data_log (create_time)`.execute(trx)
  },
}

const partitionStatements = [
  'alter table sys_data_log drop constraint sys_data_log_data_table_data_id_data_version_key',
  `select sys_partition_table('sys_data_log', 'create_time')`,
  'alter table sys_data_log add unique (data_table, data_id, data_version, create_time)',
]

/**
 * A partition for each month. No index over all months can refuse a version twice; a version is written by the transaction that
 * has changed its record, whose row is locked until the commit, after the versions of the record were read under this lock.
 */
export const versionPartitions: Migration = {
  async up(trx) {
    for (const statement of partitionStatements) await sql.raw(statement).execute(trx)
  },
}
