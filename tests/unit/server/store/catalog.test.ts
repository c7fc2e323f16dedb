import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readColumnNames, readTables } from '#server/documents/library/catalog.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
  await sql`create domain short_name as varchar(12)`.execute(test.db.owner)
  await sql`create type mood as enum ('calm')`.execute(test.db.owner)
  await sql`create table catalog_sample (
    a varchar(40), b varchar, c char(3), d numeric, e numeric(12, 4), f numeric(9), g text[], h short_name, i mood,
    j timestamp, k timestamptz, l bigint, m integer, n date, o time, p jsonb, q boolean, r bytea, s double precision,
    t inet, gone text)`.execute(test.db.owner)
  await sql`alter table catalog_sample drop column gone`.execute(test.db.owner)
  await sql`create view catalog_view as select e from catalog_sample`.execute(test.db.owner)
})
afterAll(() => test?.close())

it('the columns of a table are read with their types', async () => {
  const tables = await readTables(test.db.app, ['catalog_sample', 'catalog_view', 'not_there'])
  expect([...tables.keys()].sort()).toEqual(['catalog_sample', 'catalog_view'])
  expect(Object.fromEntries(tables.get('catalog_sample')?.columns ?? [])).toEqual({
    a: { type: 'varchar', length: 40 },
    b: { type: 'text' },
    c: { type: 'varchar', length: 3 },
    d: { type: 'numeric' },
    e: { type: 'numeric', precision: 12, scale: 4 },
    f: { type: 'numeric', precision: 9, scale: 0 },
    g: { type: 'other', name: 'ARRAY' },
    h: { type: 'varchar', length: 12 },
    i: { type: 'other', name: 'USER-DEFINED' },
    j: { type: 'timestamp' },
    k: { type: 'timestamptz' },
    l: { type: 'bigint' },
    m: { type: 'integer' },
    n: { type: 'date' },
    o: { type: 'time' },
    p: { type: 'jsonb' },
    q: { type: 'boolean' },
    r: { type: 'bytea' },
    s: { type: 'double precision' },
    t: { type: 'other', name: 'inet' },
  })
  expect(tables.get('catalog_view')?.columns.get('e')).toEqual({ type: 'numeric', precision: 12, scale: 4 })
})

it('the columns of all tables are those of information_schema', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema()`.execute(test.db.owner)
  const names = [...new Set(rows.map(({ table }) => table))]
  expect(names.length).toBeGreaterThan(20)
  const tables = await readTables(test.db.app, names)
  const read = [...tables].flatMap(([table, { columns }]) =>
    [...columns.keys()].map((name) => `${table}.${name}`),
  )
  expect(read.toSorted()).toEqual([...(await readColumnNames(test.db.app, names))].sort())
  expect(read.sort()).toEqual(rows.map(({ table, column }) => `${table}.${column}`).sort())
})
