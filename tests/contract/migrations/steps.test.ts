import { type Migration, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application } from '#server/app/application.ts'
import type { Db } from '#server/platform/store/database.ts'
import { listMigrations } from '#server/platform/store/migrate.ts'
import { isContract } from '#server/platform/store/migration-names.ts'
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { findTaken, readCatalog } from './catalog.ts'

/** The newest migration of before the rule of two steps (docs/how-to.md). */
const baseline = '20261129-2355-panel-arrangements'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db.owner
})
afterAll(() => database?.close())

type Migrations = readonly (readonly [name: string, migration: Migration])[]

async function empty(): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

const run = (migrations: Migrations): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const [, migration] of migrations) await migration.up(trx)
  })

/** What the expanding ones among the migrations take from the version before, one after the other. */
async function findFaults(migrations: Migrations): Promise<string[]> {
  const faults: string[] = []
  for (const one of migrations) {
    const before = await readCatalog(db)
    await run([one])
    if (isContract(one[0])) continue
    const taken = findTaken(before, await readCatalog(db))
    faults.push(...taken.map((text) => `${one[0]}: ${text}`))
  }
  return faults
}

it('migrations since the baseline take nothing from the version before, and run in either order', async () => {
  const all = Object.entries(listMigrations(application.migrations)).sort(([a], [b]) => (a < b ? -1 : 1))
  expect(all.map(([name]) => name)).toContain(baseline)
  const former = all.filter(([name]) => name <= baseline)
  const newer = all.filter(([name]) => name > baseline)
  expect(newer.length).toBeGreaterThan(0)
  await empty()
  await run(former)
  expect(await findFaults(newer)).toEqual([])
  if (!newer.some(([name]) => isContract(name))) return
  // A rolling upgrade runs the contracting ones after all others, a new database in the order of their names.
  const inOrder = await readCatalog(db)
  await empty()
  await run([...former, ...newer.filter(([name]) => !isContract(name))])
  await run(newer.filter(([name]) => isContract(name)))
  expect(await readCatalog(db)).toEqual(inOrder)
})

describe('an expanding migration', () => {
  const start = [
    `create table test_book (id integer primary key, code varchar(20) unique, price numeric(10, 2), place text default '',
      state text check (state in ('new', 'old')), kind text not null)`,
    `create function test_touch() returns trigger language plpgsql as 'begin return new; end'`,
    'create trigger touched before update on test_book for each row execute function test_touch()',
    'create view test_shelf as select id, code from test_book',
  ]

  /** What a migration takes; a second statement follows two semicolons. */
  async function change(text: string, name = '29990101-0000-planted'): Promise<string[]> {
    await empty()
    for (const statement of start) await sql.raw(statement).execute(db)
    const up = async (trx: Db) => {
      for (const statement of text.split(';;')) await sql.raw(statement).execute(trx)
    }
    return (await findFaults([[name, { up }]])).map((fault) => fault.replace(`${name}: `, ''))
  }

  it.each([
    'create table test_copy (id integer primary key, book integer references test_book)',
    'alter table test_book add column note text, add column rev integer not null default 0',
    'alter table test_book add column shelf integer unique, add column room integer check (room > 0)',
    'alter table test_book alter column price type numeric(14, 4)',
    'drop view test_shelf;; alter table test_book alter column code type varchar(40), alter column id type bigint;; create view test_shelf as select id, code from test_book',
    'alter table test_book alter column kind drop not null, alter column kind set default 1',
    `alter table test_book drop constraint test_book_state_check, add constraint test_book_state_check check (state in ('new', 'lent', 'old'))`,
    'alter table test_book drop constraint test_book_state_check',
    'create index on test_book (place)',
    'create trigger again after insert on test_book for each row execute function test_touch()',
    'create or replace function test_touch() returns trigger language plpgsql as $$ begin return null; end $$',
  ])('may do: %s', async (text) => {
    expect(await change(text)).toEqual([])
  })

  it.each([
    ['drop table test_book cascade', ['r test_book is gone', 'v test_shelf is gone']],
    ['alter table test_book rename to test_work', ['r test_book is gone']],
    ['alter table test_book drop column place', ['column test_book.place is gone']],
    ['alter table test_book rename column place to town', ['column test_book.place is gone']],
    ['alter table test_book alter column place set not null', ['column test_book.place is not null']],
    ['alter table test_book alter column place drop default', ['column test_book.place has no default']],
    [
      'alter table test_book add column rev integer not null',
      ['the new column test_book.rev is not null and has no default'],
    ],
    [
      'alter table test_book alter column price type numeric(10, 4)',
      ['column test_book.price was numeric(10,2) and is numeric(10,4)'],
    ],
    [
      'alter table test_book alter column kind type varchar(10)',
      ['column test_book.kind was text and is character varying(10)'],
    ],
    [
      'drop view test_shelf;; alter table test_book alter column code type varchar(10)',
      [
        'v test_shelf is gone',
        'column test_book.code was character varying(20) and is character varying(10)',
      ],
    ],
    [
      'alter table test_book add check (price > 0)',
      ['check test_book.test_book_price_check is new on a table in use'],
    ],
    [
      'create unique index test_place on test_book (place)',
      ['unique key test_book.test_place is new on a table in use'],
    ],
    [
      'alter table test_book drop constraint test_book_code_key',
      ['unique key test_book.test_book_code_key is gone'],
    ],
    [
      `alter table test_book drop constraint test_book_state_check, add constraint test_book_state_check check (state in ('new'))`,
      ['check test_book.test_book_state_check is another on a table in use'],
    ],
    ['drop trigger touched on test_book', ['trigger test_book.touched is gone']],
    ['drop function test_touch cascade', ['f test_touch() is gone', 'trigger test_book.touched is gone']],
  ])('may not do: %s', async (text, faults) => {
    expect(await change(text)).toEqual(faults)
    expect(await change(text, '29990101-0000-contract-planted')).toEqual([])
  })
})
