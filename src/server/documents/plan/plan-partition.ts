import { type RawBuilder, sql } from 'kysely'
import type { ActualTable } from '../library/catalog.ts'
import type { Step } from './plan-step.ts'
import type { WantedTable } from './tables.ts'

/** The statement that makes a table of these columns with a partition for each month. */
export function createPartitioned({ name, partition = 'id' }: WantedTable, columns: RawBuilder<unknown>) {
  const table = sql.id(name)
  const keys = partition === 'id' ? sql`id` : sql`id, ${sql.id(partition)}`
  return sql`do $$ begin
    create table ${table} (${columns}, primary key (${keys})) partition by range (${sql.id(partition)});
    perform sys_add_partitions(${sql.lit(name)}::regclass);
  end $$`
}

/**
 * Divides an existing table into months; like an index it reads the whole table, so it runs after the document is served. The
 * way back is refused: it would copy all records. Migrations own the partitions of the tables that they make.
 */
export function partitionSteps({ name, partition }: WantedTable, actual: ActualTable | undefined): Step[] {
  if (!actual || actual.partition === partition) return []
  const step = { kind: 'partition', table: name, additive: true } as const
  if (partition === undefined || actual.partition !== undefined) {
    if (name.startsWith('sys_')) return []
    const refusal = `表 ${name} 已按列 ${actual.partition} 的月份分区，改不回来；请写回 "partition"，或换一个表名`
    const statement = sql`do $$ begin raise exception ${sql.lit(refusal)}; end $$`
    return [{ ...step, text: `取消按月分区（${name}）`, blocks: true, statement }]
  }
  return [
    {
      ...step,
      text: `按月分区 ${name}（列 ${partition}）`,
      blocks: false,
      statement: sql`select sys_partition_table(${name}::regclass, ${partition})`,
    },
  ]
}
