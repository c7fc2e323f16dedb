import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftProblems } from '#server/documents/validate.ts'
import { createReportServer, type TestServer } from './test-server.ts'

const report = (name: string, text: string) => ({
  version: 2,
  kind: 'report',
  id: `trial/${name}`,
  title: '大文字',
  code: `tst_${name}`,
  source: { sql: text, tables: ['tst_sale'] },
  fields: [{ key: 'fname', title: '品名', type: 'textarea' }],
})
const real = '(select count(*) from tst_sale) >= 0'
/** Statements that the gate accepts, because they are short and each part is small. */
const large = [
  report(
    'agg',
    `select string_agg(g::text, ',') as fname from generate_series(1, 900000000) g where ${real}`,
  ),
  report('row', `select string_agg(g::text, ',') as fname from generate_series(1, 9000000) g where ${real}`),
  report(
    'page',
    `select s.t || h::text as fname from (select string_agg(g::text, ',') as t from generate_series(1, 60000) g where ${real}) s,
      generate_series(1, 900) h`,
  ),
]

let server: TestServer
beforeAll(async () => {
  server = await createReportServer()
  for (const document of large) await server.write(document)
})
afterAll(() => server?.close())

const read = (code: string) =>
  server.get('admin', `/online/cgreport/api/getData/${code}`, { pageSize: '1000' })

describe('a report whose result is too large', () => {
  it.each(large.map(({ code }) => code))(
    'is stopped when its code is %s, and other reports run on',
    async (code) => {
      global.gc?.()
      const before = process.memoryUsage().rss
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss)
      }, 20)
      const replies = await Promise.all([read(code), read('tst_sales')]).finally(() => clearInterval(watch))
      expect(replies[0].body.message).toBe('结果太大，请减少列或拼接的文字，或缩小查询范围')
      expect(replies[1].body.success).toBe(true)
      expect((most - before) / 1024 / 1024).toBeLessThan(300)
      expect((await read('tst_sales')).body.success).toBe(true)
    },
  )
})

const nested = (levels: number): string =>
  levels === 0
    ? 'select s.fname as t from tst_sale s'
    : `select x${levels}.t || x${levels}.t as t from (${nested(levels - 1)}) x${levels}`
const listProblems = async (text: string) => {
  const problems = await draftProblems(
    report('nested', text),
    server.services.documents.entries().map(({ document }) => document),
    server.services.registeredNames,
  )
  return problems.map(({ text: words }) => words).join()
}

describe('the gate', () => {
  it('refuses nested queries that double a text', async () => {
    expect(await listProblems(`select n.t as fname from (${nested(30)}) n`)).toContain('层层拼接的文字太长')
    expect(await listProblems(`select n.t as fname from (${nested(5)}) n`)).toBe('')
  })

  it('refuses queries of WITH that double a text with concat', async () => {
    const steps = Array.from(
      { length: 30 },
      (_, at) => `w${at + 1} as (select concat(t, t) as t from w${at})`,
    )
    const text = `with w0 as (select s.fname as t from tst_sale s), ${steps.join(', ')} select t as fname from w30`
    expect(await listProblems(text)).toContain('层层拼接的文字太长')
  })

  it('accepts sums of sums', async () => {
    const steps = Array.from({ length: 30 }, (_, at) => `w${at + 1} as (select n + n - n as n from w${at})`)
    const text = `with w0 as (select s.fnum as n from tst_sale s), ${steps.join(', ')} select n::text as fname from w30`
    expect(await listProblems(text)).toBe('')
  })
})
