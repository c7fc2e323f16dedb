import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { prepareQueue } from '../../jobs/prepare-queue.ts'
import { BackupError } from '../backup-error.ts'
import { type Definition, nameTable, type TableShape, WATCHED_TABLES } from './catalogue.ts'
import { buildCopyIn, withUnlimitedClient } from './snapshot.ts'
import { PRODUCT_SCHEMA, QUEUE_SCHEMA, quoteTable, readRows } from './sql-text.ts'

/** Takes the rows of one table after the other. */
export interface Filling {
  /** Stores the chunks of a table, in the text format of COPY. */
  fillTable(table: TableShape, chunks: Readable): Promise<void>
}

/** Throws unless the database has no table of the product. */
export const checkEmpty = (owner: pg.ClientConfig): Promise<void> =>
  withUnlimitedClient(owner, async (client) => {
    const tables = await readRows<{ name: string }>(
      client,
      `select relname as name from pg_class
      where relnamespace = '${PRODUCT_SCHEMA}'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') order by relname limit 5`,
    )
    if (tables.length > 0)
      throw new BackupError(
        `The database is not empty: it has ${tables.map(({ name }) => name).join(', ')}. ` +
          'Name an empty database, or an empty data folder.',
      )
  })

/**
 * Makes a database of the definition in one transaction, and fills it. Before the commit the rows of each table are counted
 * and compared with what `work` returns; a difference, like any error, leaves the database empty.
 */
export const rebuildDatabase = async (
  owner: pg.ClientConfig,
  definition: Definition,
  work: (filling: Filling) => Promise<ReadonlyMap<string, number>>,
): Promise<Map<string, number>> => {
  const { before, after, tables, counters } = definition
  const hasQueue = tables.some(({ schema }) => schema === QUEUE_SCHEMA)
  // Its library makes the tables of the queue, on connections of its own.
  if (hasQueue) await prepareQueue(owner)
  return await withUnlimitedClient(owner, async (client) => {
    await client.query('begin')
    await client.query('set local check_function_bodies to off')
    for (const statement of before) await client.query(statement)
    if (hasQueue)
      await client.query(
        `truncate ${tables
          .filter(({ schema }) => schema === QUEUE_SCHEMA)
          .map(quoteTable)
          .join(', ')}`,
      )
    const expected = await work({
      fillTable: (table, chunks) => pipeline(chunks, client.query(copyFrom(buildCopyIn(table)))),
    })
    for (const { sequence, value, isCalled } of counters)
      await client.query(`select setval((${sequence})::regclass, $1, $2)`, [value, isCalled])
    for (const statement of after) await client.query(statement)
    await watchTables(client)
    const counts = await countRows(client, tables)
    compareCounts(expected, counts)
    await client.query('commit')
    // Figures for plans; PostgreSQL gathers them by itself too.
    await client.query('analyze').catch(() => undefined)
    return counts
  })
}

/** Totals of a table are kept while its row here stays the same; it names the table by its number in this database. */
const watchTables = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    `insert into ${WATCHED_TABLES} (relid, n) select tgrelid, 1 from pg_trigger where tgname = 'sys_table_changed'`,
  )

/** The number of rows of each table, by `schema.table`. */
export async function countRows(
  client: pg.ClientBase,
  tables: readonly TableShape[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of tables) {
    const [found] = await readRows<{ count: string }>(
      client,
      `select count(*) as count from ${quoteTable(table)}`,
    )
    counts.set(nameTable(table), Number(found?.count))
  }
  return counts
}

function compareCounts(expected: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>): void {
  const faults = [...expected].filter(([name, count]) => counts.get(name) !== count)
  if (faults.length === 0 && expected.size === counts.size) return
  const texts = faults.map(
    ([name, count]) => `${name} has ${counts.get(name) ?? 'no'} rows instead of ${count}`,
  )
  throw new BackupError(`The rows differ: ${texts.join('; ')}. Nothing was kept.`)
}
