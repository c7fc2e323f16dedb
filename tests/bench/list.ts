import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { sql } from 'kysely'
import { application } from '#server/app/application.ts'
import { createTestServer } from '../support/test-server.ts'
import { recordStatements as recordAllStatements, type Statement } from '../unit/server/statements.ts'
import { type Budget, median } from './measure/budget.ts'
import { databaseTime } from './measure/database-time.ts'

const rows = 1_000_000
const document = {
  version: 2,
  kind: 'screen',
  id: 'bench/rows',
  title: '百万行',
  perm: 'bench:rows',
  table: { name: 'bench_rows' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fkind', title: '类别', type: 'input', query: 'in' },
    { key: 'fdate', title: '日期', type: 'date', query: 'range', isOrder: true },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, query: 'range' },
    { key: 'fnote', title: '备注', type: 'input' },
  ],
}

/** What is asked of the bench's own table. */
const recordReads = async (during: () => Promise<unknown>): Promise<Statement[]> =>
  (await recordAllStatements(during)).filter(({ text }) => text.includes('bench_rows'))

async function requestsPerSecond(url: string, token: string, seconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
  const get = () =>
    new Promise<void>((resolve, reject) => {
      http
        .get(url, { agent, headers: { 'x-access-token': token } }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`HTTP ${answer.statusCode}`))
          answer.resume()
          answer.on('end', resolve)
        })
        .on('error', reject)
    })
  const end = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < end) {
        await get()
        count++
      }
    }),
  )
  agent.destroy()
  return count / seconds
}

/** The list endpoint over a million rows, beside the same statements through a bare handler. */
export async function benchList(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-bench-'))
  mkdirSync(join(folder, 'bench'))
  writeFileSync(join(folder, 'bench/rows.json'), JSON.stringify(document))
  const { test, services, app, close } = await createTestServer({
    application,
    settings: { schemaDirs: [folder] },
  })
  const { db } = test
  const bare = fastify()
  try {
    await db.app
      .insertInto('sys_user')
      .values({ id: 'bench', username: 'bench', realname: 'bench', password: '-', org_code: 'A01' })
      .execute()
    await sql`insert into sys_administrator (user_id, create_by) values ('bench', 'bench')`.execute(db.app)
    const token = await services.sessions.open('bench', { ip: '127.0.0.1', agent: 'bench' })
    await sql`
      insert into bench_rows (id, rev, create_by, create_time, sys_org_code, fname, fkind, fdate, fnum, fnote)
      select lpad(i::text, 19, '0'), 1, 'bench', timestamp '2020-01-01' + i * interval '1 minute', 'A01',
        '第' || i || '号', 'K' || (i % 1000), date '2020-01-01' + (i % 2000), (i % 10000) / 100.0, md5(i::text)
      from generate_series(1, ${rows}) i`.execute(db.owner)
    await sql`vacuum analyze bench_rows`.execute(db.owner)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const port = (app.server.address() as AddressInfo).port
    const path = '/jeecg-boot/resource/bench/rows/list?pageNo=1&pageSize=10'
    const call = async (query: string) => {
      const answer = await app.inject({ url: path + query, headers: { 'x-access-token': token } })
      const { result } = answer.json()
      if (!result?.records?.length) throw new Error(answer.body.slice(0, 300))
      return result as { total: number }
    }

    const inDatabase = async (query: string): Promise<number> =>
      databaseTime(test.db.owner, await recordReads(() => call(query)))

    const filter = '&fkind=K7'
    const found = await call(filter)
    const filtered = await inDatabase(filter)
    const unfilteredTimes: number[] = []
    for (let round = 0; round < 9; round++) {
      const start = performance.now()
      await call('')
      unfilteredTimes.push(performance.now() - start)
    }

    const statements = await recordReads(() => call(filter))
    bare.get('/list', async () => {
      const answers = []
      for (const { text, values } of statements) {
        answers.push(
          (
            await db.app.executeQuery({
              sql: text,
              parameters: values,
              query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
              queryId: { queryId: 'bench' },
            } as never)
          ).rows,
        )
      }
      return { success: true, result: answers }
    })
    await bare.listen({ port: 0, host: '127.0.0.1' })
    const barePort = (bare.server.address() as AddressInfo).port
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < 4; round++) {
      theirs.push(await requestsPerSecond(`http://127.0.0.1:${barePort}/list`, token, 2))
      ours.push(await requestsPerSecond(`http://127.0.0.1:${port}${path}${filter}`, token, 2))
    }
    // The first pair warms up.
    const ratios = ours.slice(1).map((value, index) => value / (theirs[index + 1] ?? value))
    return [
      {
        name: `list, 1,000,000 rows, filter with ${found.total} hits: page and count in the database`,
        value: filtered,
        limit: 5,
        unit: 'ms',
      },
      {
        name: 'list, 1,000,000 rows, unfiltered: whole request',
        value: median(unfilteredTimes),
        limit: 60,
        unit: 'ms',
      },
      {
        name: `list requests per second beside a bare handler (${Math.round(median(ours))}/s, ${Math.round(median(theirs))}/s)`,
        value: median(ratios),
        limit: 0.7,
        unit: '×',
        atLeast: true,
      },
    ]
  } finally {
    await bare.close()
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}
