import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, type Db, openDatabase } from '#server/platform/store/database.ts'
import { openTestDatabase, type TestDatabase } from '../../../../support/test-database.ts'
import { recordStatements } from '../../statements.ts'
import { fill, Instance, makeTable } from './large.ts'

let test: TestDatabase
let second: Database
beforeAll(async () => {
  test = await openTestDatabase()
  second = await openDatabase(test.links)
  await makeTable(test.db)
})
afterAll(async () => {
  await second?.close()
  await test?.close()
})
beforeEach(async () => {
  await sql`truncate tst_books`.execute(test.db.owner)
  await fill(test.db.owner, 50)
})

/** Above this number rows are counted in the background, so that fifty rows are a large table. */
const large = { exactUpTo: 5, maxKept: 1000 }
const version = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: string }>`
    select sum(n) as n from sys_table_change where relid = 'tst_books'::regclass`.execute(db)
  return Number(rows[0]?.n)
}
const countQueries = async (work: () => Promise<unknown>): Promise<number> =>
  (await recordStatements(work)).filter(({ text }) => /count\(\*\) as n/.test(text)).length

describe.each([
  ['small', undefined],
  ['large', large],
])('the total of a %s table', (_size, limits) => {
  it('is never marked exact when another instance has written since its count', async () => {
    const [one, two] = [new Instance(test.db, limits), new Instance(second, limits)]
    for (let n = 0; n < 10; n++) {
      expect(await one.counted()).toBe(50 + n)
      await fill(two.db.app, 1, 1000 + n)
      const { total, estimated } = await one.list()
      if (!estimated) expect(total).toBe(51 + n)
      expect(await two.counted()).toBe(51 + n)
    }
  })

  it('is not counted again without a write', async () => {
    const one = new Instance(test.db, limits)
    await one.counted()
    const counts = await countQueries(() => Promise.all(Array.from({ length: 20 }, () => one.list())))
    expect(counts).toBe(0)
    expect(await one.list()).toMatchObject({ total: 50, estimated: false })
  })

  it('is counted once when 32 requests need it', async () => {
    const one = new Instance(test.db, limits)
    const counts = await countQueries(() => Promise.all(Array.from({ length: 32 }, () => one.list())))
    expect(counts).toBe(limits ? 2 : 1)
  })

  it('is unchanged after a rolled-back write', async () => {
    const one = new Instance(test.db, limits)
    await one.counted()
    const failed = second.app.transaction().execute(async (trx) => {
      await fill(trx, 5, 2000)
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    expect(await countQueries(() => one.list())).toBe(0)
    expect(await one.list()).toMatchObject({ total: 50, estimated: false })
  })

  it('changes after a truncation', async () => {
    const one = new Instance(test.db, limits)
    await one.counted()
    await sql`truncate tst_books`.execute(test.db.owner)
    expect(await one.counted()).toBe(0)
  })

  it('counts the rows that its user may see', async () => {
    const one = new Instance(test.db, limits)
    const rule = (code: string) => [sql`t.sys_org_code = ${code}`, sql`t.id > ${'000000010'}`]
    await sql`delete from tst_books where id > '000000044' and sys_org_code = 'A01'`.execute(test.db.owner)
    for (let round = 0; round < 3; round++) {
      expect((await one.list({ pageSize: '5' }, rule('A01'))).total).toBe(17)
      expect((await one.list({ pageSize: '5' }, rule('B01'))).total).toBe(20)
    }
  })
})

it('estimate is marked and never contradicts its page when writes outrun the count', async () => {
  const one = new Instance(test.db, large)
  await one.counted()
  const seen = new Set<boolean>()
  for (let n = 0; n < 30; n++) {
    await fill(second.app, 1, 3000 + n)
    const { total, estimated } = await one.list({ pageNo: '2', pageSize: '25' })
    seen.add(estimated)
    if (!estimated) expect(total).toBe(51 + n)
    expect(total).toBeGreaterThanOrEqual(50)
  }
  expect(seen).toContain(true)
})

describe('the version of a table', () => {
  it('changes with each of two transactions that overlap', async () => {
    const one = new Instance(test.db)
    await one.counted()
    let open = () => {}
    const begun = new Promise<void>((resolve) => {
      open = resolve
    })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const slow = second.app.transaction().execute(async (trx) => {
      await fill(trx, 1, 4000)
      open()
      await ended
    })
    await begun
    await fill(test.db.app, 1, 4001)
    expect(await one.counted()).toBe(51)
    end()
    await slow
    expect(await one.counted()).toBe(52)
  })

  it('changes with a truncation', async () => {
    const before = await version(test.db.app)
    await sql`truncate tst_books`.execute(test.db.owner)
    expect(await version(test.db.app)).toBe(before + 1)
  })

  it('changes once for all statements of a transaction', async () => {
    const before = await version(test.db.app)
    await second.app.transaction().execute(async (trx) => {
      for (let n = 0; n < 20; n++) await fill(trx, 1, 5000 + n)
    })
    expect(await version(test.db.app)).toBe(before + 1)
  })

  it('changes when only the part after a savepoint is rolled back', async () => {
    const before = await version(test.db.app)
    await second.app.transaction().execute(async (trx) => {
      await sql`savepoint here`.execute(trx)
      await fill(trx, 1, 6000)
      await sql`rollback to savepoint here`.execute(trx)
      await fill(trx, 1, 6001)
    })
    expect(await version(test.db.app)).toBe(before + 1)
  })

  it('has no more rows than simultaneous writing transactions', async () => {
    const rows = () =>
      sql<{ n: number }>`select count(*)::int as n from sys_table_change where relid = 'tst_books'::regclass`
    const before = await rows().execute(test.db.app)
    for (let n = 0; n < 20; n++) await fill(second.app, 1, 7000 + n)
    const after = await rows().execute(test.db.app)
    expect(after.rows).toEqual(before.rows)
  })
})

it('exact total was true at some time during its request, for any sequence of writes', async () => {
  const step = fc.record({
    by: fc.constantFrom<'one' | 'two'>('one', 'two'),
    rows: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom('insert', 'delete', 'undone', 'several'),
    readers: fc.integer({ min: 0, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      await sql`truncate tst_books`.execute(test.db.owner)
      await fill(test.db.owner, 50)
      const instances = { one: new Instance(test.db, large), two: new Instance(second, large) }
      // The number of rows after each commit, and the numbers of commits that had begun and ended.
      const history = [50]
      let begun = 0
      const read = async (instance: Instance): Promise<void> => {
        const first = history.length - 1
        const { total, estimated } = await instance.list()
        if (!estimated) expect(history.slice(first, begun + 1)).toContain(total)
      }
      const reading: Promise<void>[] = []
      let next = 10_000
      for (const { by, rows, kind, readers } of steps) {
        for (let n = 0; n < readers; n++) reading.push(read(n % 2 === 0 ? instances.one : instances.two))
        const now = history.at(-1) ?? 0
        const change = async (db: Db) => {
          if (kind === 'delete')
            await sql`delete from tst_books where id in (select id from tst_books order by id limit ${rows})`.execute(
              db,
            )
          else await fill(db, rows, next)
          if (kind === 'several') await fill(db, 1, next + rows)
        }
        next += 10
        if (kind === 'undone') {
          const undone = instances[by].db.app.transaction().execute(async (trx) => {
            await change(trx)
            throw new Error('undone')
          })
          await undone.catch(() => undefined)
          continue
        }
        const grown = { insert: rows, several: rows + 1, delete: -rows }[kind as 'insert'] as number
        begun++
        const work = instances[by].db.app.transaction().execute(change)
        // The commit may be visible before its own client receives the answer.
        history.push(now + grown)
        await work
      }
      await Promise.all(reading)
      expect(await instances.one.counted()).toBe(history.at(-1))
      expect(await instances.two.counted()).toBe(history.at(-1))
    }),
    { numRuns: 12 },
  )
})

describe('the cache of totals', () => {
  it('has a limit, and drops the oldest total first', async () => {
    const one = new Instance(test.db, { exactUpTo: 1000, maxKept: 8 })
    const rule = (n: number) => [sql`t.id <> ${String(n)}`]
    // Past the few hits that are read with the page: without a filter in the request, all rows are scanned.
    for (let n = 0; n < 20; n++) {
      const counted = one.totals.counted('tst_books', sql`t.id <> ${String(n)}`)
      await one.totals.read(counted, '1:1')
    }
    expect(one.totals.size).toBe(8)
    expect(one.totals.last(one.totals.counted('tst_books', sql`t.id <> ${'0'}`))).toBeUndefined()
    expect(await one.list({}, rule(3))).toMatchObject({ total: 50, estimated: false })
  })

  it('stores no total for conditions on other tables', async () => {
    const one = new Instance(test.db)
    await one.list({}, [], { isAlone: false })
    expect(await countQueries(() => one.list({}, [], { isAlone: false }))).toBe(1)
    expect(one.totals.size).toBe(0)
  })

  it('stores no total for a table without a trigger, and is not used for a recreated table', async () => {
    const one = new Instance(test.db)
    await one.counted()
    await sql`drop table tst_books`.execute(test.db.owner)
    await makeTable(test.db)
    await fill(test.db.owner, 20)
    expect(await one.counted()).toBe(20)
    await sql`drop trigger sys_table_changed on tst_books`.execute(test.db.owner)
    await sql`delete from sys_table_change where relid = 'tst_books'::regclass`.execute(test.db.owner)
    expect(await one.counted()).toBe(20)
    await fill(test.db.owner, 5, 100)
    expect(await one.counted()).toBe(25)
    await makeTable(test.db)
    expect(await one.counted()).toBe(25)
    await fill(second.app, 1, 200)
    expect(await one.counted()).toBe(26)
  })
})

it('version of a table changes for any role that may write the table', async () => {
  const { rows } = await sql<{ app: string }>`select current_user as app`.execute(test.db.app)
  const role = sql.id(rows[0]?.app ?? '')
  await sql`revoke insert, update on sys_table_change from ${role}`.execute(test.db.owner)
  const one = new Instance(test.db)
  await one.counted()
  await fill(second.app, 1, 8000)
  expect(await one.counted()).toBe(51)
})
