import { type Migration, sql } from 'kysely'

const statements = [
  'alter table sys_audit drop constraint sys_audit_seq_key',
  `select sys_partition_table('sys_audit', 'create_time')`,
  'alter table sys_audit add unique (seq, create_time)',
]

/**
 * A partition for each month. No index over all months can refuse a number twice; `sys_audit_add` gives each number once,
 * because it adds lines under the lock of the chain and only after the last line of all months.
 */
export const auditPartitions: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
