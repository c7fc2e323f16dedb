import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../support/test-database.ts'
import { recordStatements, type Statement } from '../../statements.ts'
import { fill, Instance, makeTable } from './large.ts'

const count = 50_000
let test: TestDatabase
let books: Instance
beforeAll(async () => {
  test = await openTestDatabase()
  await makeTable(test.db)
  await fill(test.db.owner, count)
  await sql`vacuum analyze tst_books`.execute(test.db.owner)
  books = new Instance(test.db)
  await books.counted()
})
afterAll(() => test?.close())

type Query = Record<string, string>

/** Returns the query plans of the list statements that read the table. */
async function explainQuery(query: Query): Promise<string[]> {
  const statements = await recordStatements(() => books.list(query))
  const reading = statements.filter(({ text }) => text.includes('with') && text.includes('tst_books'))
  return await Promise.all(reading.map(explainStatement))
}

async function explainStatement({ text, values }: Statement): Promise<string> {
  const parts = text.split(/\$(\d+)/)
  const bound = parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.join(bound, sql``)}`.execute(test.db.app)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const search = (fname: string, more: Query = {}) => ({ fname, ...more })

describe('the query plan', () => {
  it('skips the rows before a deep page by the index alone', async () => {
    const [plan] = await explainQuery({ pageNo: '2000' })
    expect(plan).toContain('Index Only Scan using ls_tst_books_create_time')
    expect(plan).not.toContain('Seq Scan on tst_books')
  })

  it('reads a page of the second half from the other end', async () => {
    const statements = await recordStatements(() => books.list({ pageNo: '4999' }))
    const page = statements.filter(({ text }) => text.includes('page as'))
    expect(page).toHaveLength(1)
    expect(page[0]?.values).toContain(10)
    expect(page[0]?.values).not.toContain(49_980)
    expect((await explainQuery({ pageNo: '4999' }))[0]).toContain(
      'Index Scan Backward using ls_tst_books_create_time',
    )
  })

  it.each(['fname', 'fnum'])('sorts by the listed column %s through its index', async (column) => {
    for (const order of ['asc', 'desc']) {
      const [first] = await explainQuery({ column, order, pageNo: '1' })
      expect(first).toMatch(new RegExp(`Index Scan .*using ls_tst_books_${column}`))
      const [deep] = await explainQuery({ column, order, pageNo: '1000' })
      expect(deep).toMatch(new RegExp(`Index Only Scan .*using ls_tst_books_${column}`))
    }
  })

  it.each([
    ['two letters', '*孤本*'],
    ['one letter', '*孤*'],
    ['many letters', '*孤本第*'],
    ['the beginning', '江南府志孤本*'],
    ['the end', '*第4507卷'],
    ['several texts', ',孤本,第4507卷,'],
  ])('finds %s through the index of trigrams', async (_what, text) => {
    const [plan] = await explainQuery(search(text))
    expect(plan).toContain('lt_tst_books_fname')
    expect(plan).not.toContain('Seq Scan on tst_books')
  })

  it('uses the sort index for a search that matches most rows', async () => {
    const plans = await explainQuery(search('*卷*'))
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('ls_tst_books_create_time')
    expect(plans[0]).not.toContain('lt_tst_books_fname')
  })

  it('reads the rows of another condition for a search that matches most rows', async () => {
    // The planner underestimates the rows of the triples: a query that offers it their index may use it.
    const reading = async (text: string) => {
      const statements = await recordStatements(() => books.list(search(text, { fnum: '7' })))
      return statements.filter((statement) => statement.text.includes('with hit')).map(({ text }) => text)
    }
    const [common, rare] = [await reading('*卷*'), await reading('*孤本*')]
    expect([common.length, rare.length]).toEqual([1, 1])
    expect(common[0]).not.toContain('sys_letter_triples')
    expect(rare[0]).toContain('sys_letter_triples')
  })
})

it('pages hold the same rows when read from either end during writes', async () => {
  const all = await sql<{ id: string }>`
    select id from tst_books order by fnum asc nulls first, id asc nulls first`.execute(test.db.app)
  const ids = all.rows.map((row) => row.id)
  const page = async (pageNo: number) =>
    (await books.list({ column: 'fnum', order: 'asc', pageNo: String(pageNo), pageSize: '200' })).rows.map(
      (row) => row.id,
    )
  for (const pageNo of [1, 100, 126, 200, 249, 250])
    expect(await page(pageNo)).toEqual(ids.slice((pageNo - 1) * 200, pageNo * 200))
  expect(await page(251)).toEqual([])
  await sql`update tst_books set fnum = 1000 where id = ${ids[0]}`.execute(test.db.owner)
  await sql`delete from tst_books where id = ${ids[1]}`.execute(test.db.owner)
  expect(await page(250)).toEqual([...ids.slice(49_802), ids[0]])
  await fill(test.db.owner, 1, Number(ids[1]))
  await sql`update tst_books set fnum = null where id = ${ids[0]}`.execute(test.db.owner)
  await books.counted()
})

it('search by trigrams finds the same rows as the pattern', async () => {
  const long = `${'长'.repeat(2500)}尾'\\`
  const texts = [
    "it's",
    'back\\slash',
    '100%_甲',
    '𠮷野家',
    '甲乙丙',
    '乙甲',
    '甲',
    "''",
    '<long>',
    'a & b | !c:*',
    long,
    ' 空 格 ',
  ]
  for (const [at, text] of texts.entries())
    await sql`insert into tst_books (id, fnote) values (${`x${at}`}, ${text})`.execute(test.db.owner)
  const letters = fc.constantFrom(...new Set(texts.flatMap((text) => [...text])))
  const part = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
  const known = fc.constantFrom(...texts).chain((text) => {
    const all = [...text]
    return fc
      .tuple(fc.nat(all.length - 1), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]) => all.slice(from, from + length).join(''))
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(part, known), fc.constantFrom('both', 'left', 'right'), async (text, stars) => {
      const asked = `${stars === 'right' ? '' : '*'}${text}${stars === 'left' ? '' : '*'}`
      // A star stands for any text, a blank divides words that are found apart, a comma divides alternatives.
      fc.pre(!/^[*=<>!]|[*]$|[, ]/.test(text))
      const found = await books.list({ fnote: asked, pageSize: '200' })
      const expected = texts.flatMap((one, at) => {
        const isHit =
          stars === 'both' ? one.includes(text) : stars === 'left' ? one.endsWith(text) : one.startsWith(text)
        return isHit ? [`x${at}`] : []
      })
      expect(found.rows.map((row) => row.id).sort()).toEqual(expected.sort())
      expect(found).toMatchObject({ total: expected.length, estimated: false })
    }),
    { numRuns: 150 },
  )
})
