import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { clientConfig } from '../../store/pool.ts'
import { ADVISORY_LOCKS } from '../../store/queue/advisory-locks.ts'
import { withClient } from '../../store/with-client.ts'
import { type Definition, nameTable, readDefinition, type TableShape } from './catalogue.ts'
import { quote, quoteTable, readRows } from './sql-text.ts'

/** One moment of a database, while others go on writing. */
export interface Snapshot {
  /** The moment, in ISO form. */
  time: string
  /** The version of PostgreSQL. */
  server: string
  definition: Definition
  /** The names of the applied migrations. */
  migrations: string[]
  /** The stored paths of the uploaded files. */
  listFiles(): Promise<string[]>
  /** The rows of a table in the text format of COPY; the returned number is valid after the last chunk. */
  readTable(table: TableShape): { chunks: AsyncIterable<Buffer>; countRows(): number }
}

const listColumns = ({ columns }: TableShape): string => columns.map(quote).join(', ')

/** The text of a COPY into a table. */
export const buildCopyIn = (table: TableShape): string =>
  `copy ${quoteTable(table)} (${listColumns(table)}) from stdin`

/** Of a query, because a table with partitions cannot be copied by its name. */
const buildCopyOut = (table: TableShape): string =>
  `copy (select ${listColumns(table)} from ${quoteTable(table)}) to stdout`

/** Connects by the link without limits on time; the work has the connection for itself. */
export const withUnlimitedClient = <T>(
  link: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withClient(clientConfig(link, { statementTimeout: 0 }), async (client) => {
    await client.query('set search_path to public')
    return await work(client)
  })

/**
 * Runs the work on one snapshot of the database. The tables stay as they are until its end: a change of their columns waits,
 * reading and writing of rows does not.
 */
export const withSnapshot = <T>(
  owner: pg.ClientConfig,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  withUnlimitedClient(owner, async (client) => {
    // No migration and no release of a document is between the snapshot and the locks of the tables.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.schema])
    await client.query('begin isolation level repeatable read read only')
    const [clock] = await readRows<{ time: string; server: string }>(
      client,
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time,
        current_setting('server_version') as server`,
    )
    const definition = await readDefinition(client)
    for (const table of definition.tables)
      await client.query(`lock table ${quoteTable(table)} in access share mode`)
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.schema])
    const migrations = definition.tables.some((table) => nameTable(table) === 'public.sys_migration')
      ? await readRows<{ name: string }>(client, 'select name from sys_migration order by name')
      : []
    const result = await work({
      time: clock?.time ?? '',
      server: clock?.server ?? '',
      definition,
      migrations: migrations.map(({ name }) => name),
      listFiles: async () =>
        (await readRows<{ path: string }>(client, 'select path from sys_file order by path')).map(
          ({ path }) => path,
        ),
      readTable(table) {
        const stream = client.query(copyTo(buildCopyOut(table)))
        const end = (error: Error) => void stream.destroy(error)
        client.once('error', end)
        stream.once('close', () => client.off('error', end))
        return { chunks: stream, countRows: () => stream.rowCount }
      },
    })
    await client.query('commit')
    return result
  })
