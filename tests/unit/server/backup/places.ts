import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { nameTable, readDefinition, type TableShape } from '#server/platform/backup/database/catalogue.ts'
import { withUnlimitedClient } from '#server/platform/backup/database/snapshot.ts'
import { quoteTable } from '#server/platform/backup/database/sql-text.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

export const passphrase = 'correct horse battery'
/** Opening an archive costs a second with the cost that age chooses. */
export const workFactor = 4

/** The address of a link, as DATABASE_URL has it. */
export const buildUrl = ({
  host = '',
  port,
  user = '',
  password,
  database = '',
}: pg.ClientConfig): string => {
  const login = `${encodeURIComponent(user)}${password ? `:${encodeURIComponent(String(password))}` : ''}`
  return host.startsWith('/')
    ? `postgres://${login}@/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${database}`
}

/** An empty database and an empty data folder, with the settings that name them. */
export interface EmptyPlace {
  test: TestDatabase
  dataDir: string
  config: Config
  /** Removes all tables again. */
  empty(): Promise<void>
  close(): Promise<void>
}

export async function openEmptyPlace(settings: Partial<Config> = {}): Promise<EmptyPlace> {
  const test = await openTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'office-restored-'))
  chmodSync(dataDir, 0o711)
  const empty = async () => {
    await sql`drop schema public cascade`.execute(test.db.owner)
    await sql`create schema public`.execute(test.db.owner)
  }
  await empty()
  return {
    test,
    dataDir,
    empty,
    config: {
      ...readConfig({}),
      dataDir,
      databaseUrl: buildUrl(test.links.owner),
      backupPassphrase: passphrase,
      ...settings,
    },
    async close() {
      await test.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL prints some conditions with other parentheses and casts after it has read its own text. */
const simplify = (statement: string): string =>
  statement.replace(/::(text|character varying)(\[\])?/g, '').replaceAll(/[()]/g, '')

/** The definition of a database, and a hash of all rows of each table. */
export const readAll = (owner: pg.ClientConfig) =>
  withUnlimitedClient(owner, async (client) => {
    const { before, after, tables, counters } = await readDefinition(client)
    const rows = new Map<string, string>()
    for (const table of tables) rows.set(nameTable(table), await hashRows(client, table))
    return { statements: [...before, ...after].map(simplify).sort(), tables, counters, rows }
  })

async function hashRows(client: pg.Client, table: TableShape): Promise<string> {
  const { rows } = await client.query(
    `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as hash
    from ${quoteTable(table)} t`,
  )
  return rows[0].hash
}

export const countTables = async ({ db }: TestDatabase): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db.owner,
  )
  return Number(rows[0]?.count)
}
