import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDatabaseStatements } from '#server/modules/monitor/statements/store.ts'
import type { Db } from '#server/platform/store/database.ts'
import { type SecondPostgres, startSecondPostgres } from '../../../support/second-postgres.ts'

let server: SecondPostgres
beforeAll(async () => {
  server = await startSecondPostgres()
})
afterAll(() => server?.remove())

/** Runs with connections to the second server. */
async function use<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...server.link, max: 1 })
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

it('a database without the figures, or without their library, has none', async () => {
  expect(await use((db) => readDatabaseStatements(db, []))).toBeNull()
  await server.query('create extension pg_stat_statements')
  expect(await use((db) => readDatabaseStatements(db, []))).toBeNull()
})

it('the figures of a database are of statements of rows, with the senders that this server knows', async () => {
  await server.stop()
  await server.start(['shared_preload_libraries=pg_stat_statements'])
  await server.query(`create role keeper password 'word-of-keeper'`)
  await server.query('select count(*) from pg_class where relpages > 7')
  const measured = {
    text: 'select count(*) from pg_class where relpages > ?',
    ...{ count: 1, failed: 0, total: 1, max: 1, rows: 1, sender: '界面 system/user' },
  }
  const found = await use(async (db) => {
    for (let at = 0; at < 2; at++) await sql`select count(*) from pg_class where relpages > ${at}`.execute(db)
    return await readDatabaseStatements(db, [measured])
  })
  const statement = found?.find(({ text }) => text === measured.text)
  expect(statement).toMatchObject({ count: 3, failed: 0, rows: 3, sender: '界面 system/user' })
  expect(statement?.max).toBeGreaterThan(0)
  expect(statement?.total).toBeGreaterThanOrEqual(statement?.max ?? Number.NaN)
  expect(found?.filter(({ text }) => text.startsWith('create role'))).toEqual([])
  expect(JSON.stringify(found)).not.toContain('word-of-keeper')
  expect(JSON.stringify(found)).not.toContain('relpages > 7')
})
