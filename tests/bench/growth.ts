import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { application } from '#server/app/application.ts'
import { createTestServer } from '../support/test-server.ts'
import { type Budget, median } from './measure/budget.ts'
import { fillTable } from './measure/fill.ts'
import { measureLoad } from './measure/load.ts'

const MILLION = 1_000_000
const ROUNDS = 9
const load = { connections: 8, seconds: 2 }

const tables = {
  small: { rows: MILLION, partition: undefined },
  large: { rows: 10 * MILLION, partition: undefined },
  months: { rows: 10 * MILLION, partition: 'id' },
} as const
type Name = keyof typeof tables
const names = Object.keys(tables) as Name[]

const buildDocument = (name: Name) => ({
  version: 2,
  kind: 'screen',
  id: `bench/${name}`,
  title: '增长',
  perm: `bench:${name}`,
  table: { name: `bench_${name}`, partition: tables[name].partition },
  fields: [
    { key: 'fname', title: '名称', type: 'input', length: 40 },
    { key: 'fdate', title: '日期', type: 'date', query: 'range', isOrder: true },
  ],
})

/** Records of this and the coming three months, evenly. */
const fill = (name: Name) => sql`
  insert into ${sql.id(`bench_${name}`)} (id, rev, create_by, create_time, sys_org_code, fname, fdate)
  select (extract(epoch from time) * 1000)::bigint || '000000', 1, 'bench', time at time zone 'Asia/Shanghai', 'A01',
    '第' || i || '卷', date '2020-01-01' + i % 2000
  from generate_series(1, ${tables[name].rows}::integer) i, lateral (
    select (date_trunc('month', localtimestamp) at time zone 'Asia/Shanghai')
      + i * (interval '119 days' / ${tables[name].rows}::integer) as time) as t`

/** The first page over 1,000,000 and 10,000,000 rows, in one table and in months, measured in turn. */
export async function benchGrowth(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-growth-'))
  mkdirSync(join(folder, 'bench'))
  for (const name of names)
    writeFileSync(join(folder, `bench/${name}.json`), JSON.stringify(buildDocument(name)))
  const { test, services, app, close } = await createTestServer({
    application,
    settings: { schemaDirs: [folder] },
  })
  const { app: user, owner } = test.db
  try {
    await user
      .insertInto('sys_user')
      .values({ id: 'bench', username: 'bench', realname: 'bench', password: '-', org_code: 'A01' })
      .execute()
    await sql`insert into sys_administrator (user_id, create_by) values ('bench', 'bench')`.execute(user)
    const token = await services.sessions.open('bench', { ip: '127.0.0.1', agent: 'bench' })
    for (const name of names) await fillTable(owner, `bench_${name}`, () => fill(name).execute(owner))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const count = async (name: Name): Promise<number> => {
      const path = `/jeecg-boot/resource/bench/${name}/list?pageNo=1&pageSize=10`
      const { perSecond } = await measureLoad(url, () => ({ method: 'GET', path, token }), load)
      return perSecond
    }
    const rounds: Record<Name, number>[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const counts = { small: 0, large: 0, months: 0 }
      // Each order of the three in turn, so that none is always the first one.
      for (const at of [0, 1, 2]) {
        const name = names[(at + round) % names.length] ?? 'small'
        counts[name] = await count(name)
      }
      // The first round warms up and counts the totals.
      if (round > 0) rounds.push(counts)
    }
    const of = (name: Name) => `${Math.round(median(rounds.map((counts) => counts[name])))}/s`
    const compare = (name: Name, text: string): Budget => ({
      name: `first page of 10,000,000 rows${text} beside 1,000,000 (${of(name)}, ${of('small')})`,
      value: median(rounds.map((counts) => counts[name] / counts.small)),
      limit: 0.8,
      unit: '×',
      atLeast: true,
    })
    return [compare('large', ''), compare('months', ' in months')]
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}
