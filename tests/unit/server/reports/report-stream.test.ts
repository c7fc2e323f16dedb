import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '#server/platform/store/database.ts'
import { createReportServer, type TestServer } from './test-server.ts'

const total = 99_000
const kinds = `case when g % 2 = 0 then '1' else '2' end as fkind`
const buildReport = (id: string, code: string, text: string, table = 'tst_sale') => ({
  version: 2,
  kind: 'report',
  id,
  title: '大表',
  code,
  source: { sql: text, tables: [table] },
  fields: [
    { key: 'n', title: '数', type: 'inputNumber', isOrder: true },
    { key: 'fkind', title: '类别', type: 'select', dictCode: 'tst_kind' },
    { key: 'fday', title: '日期', type: 'date' },
  ],
})
const some = 'where (select count(*) from tst_sale) >= 0'
const documents = [
  buildReport(
    'trial/big',
    'tst_big',
    `select g as n, ${kinds}, date '2026-01-01' + g % 300 as fday from generate_series(1, ${total}) g ${some}`,
  ),
  buildReport(
    'trial/slow',
    'tst_slow',
    `select s.fnum as n, s.fkind, s.fday from tst_sale s where s.fname is not null`,
  ),
  {
    version: 2,
    kind: 'screen',
    id: 'trial/free',
    title: '不忙的',
    table: { name: 'tst_free' },
    fields: [
      { key: 'n', title: '数', type: 'inputNumber' },
      { key: 'fkind', title: '类别', type: 'select', dictCode: 'tst_kind' },
      { key: 'fday', title: '日期', type: 'date' },
    ],
  },
  buildReport('trial/quick', 'tst_quick', 'select s.n, s.fkind, s.fday from tst_free s', 'tst_free'),
]

let server: TestServer
beforeAll(async () => {
  server = await createReportServer()
  for (const document of documents) await server.write(document)
  await sql`insert into tst_sale (id, fname) values ('1', '纸')`.execute(server.test.db.app)
})
afterAll(() => server?.close())

let people = 0
/** Signs in a new user with all rights and returns the token. */
async function enterAsAdmin(): Promise<string> {
  people += 1
  const id = `person-${people}`
  const { app } = server.test.db
  await app
    .insertInto('sys_user')
    .values({ id, username: id, realname: id, password: '-', org_code: 'A01' })
    .execute()
  await sql`insert into sys_administrator (user_id, create_by) values (${id}, 'test')`.execute(app)
  return await server.enter(id)
}

const ask = async (token: string, verb: string, code: string, query: Record<string, string> = {}) => {
  const url = `/jeecg-boot/online/cgreport/api/${verb}/${code}`
  const answer = await server.app.inject({ method: 'GET', url, query, headers: { 'x-access-token': token } })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, text: answer.body, body: isJson ? answer.json() : null }
}

/** Counts the statements of the report login: those that wait for a lock, or all that run. */
async function countReports(db: Trx | TestServer['test']['db']['owner'], waiting: boolean): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and query like '%as s) as t%'
      and pid <> pg_backend_pid() and state = 'active' and (not ${waiting} or wait_event_type = 'Lock')`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Locks the sales against all readers until `during` has ended. */
const whileLocked = <T>(during: (trx: Trx) => Promise<T>): Promise<T> =>
  server.test.db.owner.transaction().execute(async (trx) => {
    await sql`lock table tst_sale in access exclusive mode`.execute(trx)
    return await during(trx)
  })

describe('the export of a large report', () => {
  it.each(['csv', 'xlsx'])('does not delay other requests when its format is %s', async (format) => {
    const query: Record<string, string> = format === 'csv' ? { fileFormat: format } : {}
    const [token, other] = [await enterAsAdmin(), await enterAsAdmin()]
    let isDone = false
    const file = ask(token, 'exportXls', 'tst_big', query).finally(() => {
      isDone = true
    })
    let answered = 0
    while (!isDone) {
      const { status } = await ask(other, 'getData', 'tst_quick')
      expect(status).toBe(200)
      if (!isDone) answered += 1
    }
    const { text } = await file
    // An export that reads all rows at once lets one or two through.
    expect(answered).toBeGreaterThan(15)
    if (format !== 'csv') return
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(total + 2)
    expect([lines[0], lines[1], lines[total], lines.at(-1)]).toEqual([
      '\ufeff数,类别,日期',
      "1,'=墨,2026-01-02",
      `${total},纸,2026-01-01`,
      '',
    ])
  })

  it('is refused when the user has another running, and accepted afterwards', async () => {
    const [token, other] = [await enterAsAdmin(), await enterAsAdmin()]
    const first = await whileLocked(async (trx) => {
      const running = ask(token, 'exportXls', 'tst_slow')
      await expect.poll(() => countReports(trx, true)).toBe(1)
      const second = await ask(token, 'exportXls', 'tst_quick')
      expect([second.status, second.body.message]).toEqual([429, '您已有一个导出正在进行，请等它完成'])
      expect((await ask(other, 'exportXls', 'tst_quick')).status).toBe(200)
      return { running }
    })
    expect((await first.running).status).toBe(200)
    expect((await ask(token, 'exportXls', 'tst_quick')).status).toBe(200)
  })

  it('ends its query when the client disconnects', async () => {
    const token = await enterAsAdmin()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    await whileLocked(async (trx) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET /online/cgreport/api/exportXls/tst_slow HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\n\r\n`,
      )
      await expect.poll(() => countReports(trx, true)).toBe(1)
      socket.destroy()
      // Without a cancel the query would wait for the lock until its own limit of 20 s.
      await expect.poll(() => countReports(trx, false), { timeout: 15_000 }).toBe(0)
    })
    expect((await ask(token, 'exportXls', 'tst_quick')).status).toBe(200)
  })
})

describe('all rows of a report', () => {
  it('are returned in one envelope with texts and the right total', async () => {
    const token = await enterAsAdmin()
    const { body } = await ask(token, 'getData', 'tst_big', { getAll: 'true', column: 'n', order: 'desc' })
    expect(body).toMatchObject({ success: true, code: 200, result: { total, current: 1, pages: 1 } })
    const { records } = body.result
    expect(records).toHaveLength(total)
    expect([records[0], records[499], records[500]]).toMatchObject([
      { n: total, fkind: '1', fkind_dictText: '纸' },
      { n: total - 499 },
      { n: total - 500 },
    ])
    const none = await ask(token, 'getData', 'tst_quick', { getAll: 'true' })
    expect(none.body.result).toMatchObject({ records: [], total: 0 })
    const both = await ask(token, 'getColumnsAndData', 'tst_slow', { getAll: 'true' })
    expect(both.body.result).toMatchObject({
      data: { total: 1, records: [{ n: null }] },
      isGroupTitle: false,
    })
    expect(both.body.result.columns).toHaveLength(3)
  })
})

describe('simultaneous readers of reports', () => {
  it('are all answered when 20 arrive at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => enterAsAdmin()))
    const running = await whileLocked(async (trx) => {
      const answers = tokens.map((token) => ask(token, 'getData', 'tst_slow'))
      await expect.poll(() => countReports(trx, true)).toBe(4)
      return { answers }
    })
    const statuses = (await Promise.all(running.answers)).map(({ status }) => status)
    expect(statuses).toEqual(tokens.map(() => 200))
  })

  it('get a connection while one user sends many slow requests', async () => {
    const [greedy, modest] = [await enterAsAdmin(), await enterAsAdmin()]
    const running = await whileLocked(async (trx) => {
      const answers = Array.from({ length: 10 }, () => ask(greedy, 'getData', 'tst_slow'))
      await expect.poll(() => countReports(trx, true)).toBeGreaterThanOrEqual(2)
      expect((await ask(modest, 'getData', 'tst_quick')).status).toBe(200)
      expect(await countReports(trx, true)).toBe(2)
      return { answers }
    })
    const statuses = (await Promise.all(running.answers)).map(({ status }) => status)
    expect(statuses).toEqual(running.answers.map(() => 200))
  })
})
