import { sql } from 'kysely'
import type { Db } from '#server/platform/store/database.ts'

/**
 * Divides the first partition of a table, which has all rows up to this month, as if the table had had partitions before: `end`
 * is the first day after the older of the two, such as `2026-01-01`.
 */
export async function splitFirstPartition(owner: Db, table: string, end: string): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(owner)
  const first = `partitions.${table}_first`
  const { rows } = await sql<{ bound: string }>`
    select sys_partition_end(${first}::regclass)::text as bound`.execute(owner)
  await run(`alter table ${table} detach partition ${first}`)
  await run(`create table partitions.${table}_later (like ${table} including all)`)
  await sql`select sys_move_rows(${first}, ${`partitions.${table}_later`}, 'create_time', ${end}, null)`.execute(
    owner,
  )
  await run(`alter table ${table} attach partition ${first} for values from (minvalue) to ('${end}')`)
  await run(
    `alter table ${table} attach partition partitions.${table}_later for values from ('${end}') to ('${rows[0]?.bound}')`,
  )
}
