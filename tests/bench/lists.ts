import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'
import { measureLoad } from './measure/load.ts'

const rows = 1_000_000
const connections = 32
const password = 'bench-lantern-7'

const listDocument = {
  version: 2,
  kind: 'screen',
  id: 'bench/books',
  title: '百万行',
  perm: 'bench:books',
  table: { name: 'bench_books' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fkind', title: '类别', type: 'input', query: 'in' },
    { key: 'fdate', title: '日期', type: 'date', query: 'range', isOrder: true },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, query: 'range' },
    { key: 'fnote', title: '备注', type: 'input' },
  ],
}

const billDocument = {
  version: 2,
  kind: 'screen',
  id: 'bench/bill',
  title: '单据',
  perm: 'bench:bill',
  table: { name: 'bench_bill', softDelete: true },
  fields: [
    {
      key: 'fno',
      title: '编号',
      type: 'input',
      auto: 'CS{yyyyMMdd}{#####}',
      validateRules: [{ unique: true }],
    },
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fsum', title: '合计', type: 'inputNumber', scale: 2, compute: 'sum(items.famount)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'bench_bill_item', fk: 'fbillid', order: 'orderNum' },
      fields: [
        { key: 'fspmc', title: '品名', type: 'input', validateRules: [{ required: true }] },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
        { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 },
        { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
      ],
    },
  ],
}

const bill = {
  fname: '单据',
  items: Array.from({ length: 10 }, (_, at) => ({ fspmc: `品名${at}`, fnum: at + 1, fprice: 2.5 })),
}

/** Titles of 9 to 16 letters: one word in a thousand is rare, one letter is in every title. */
const fill = `
  insert into bench_books (id, rev, create_by, create_time, sys_org_code, fname, fkind, fdate, fnum, fnote)
  select lpad(i::text, 19, '0'), 1, 'bench', timestamp '2020-01-01' + i * interval '1 minute', 'A01',
    (array['江南', '岭南', '关中', '河东', '湖广', '川西', '滇中'])[1 + i % 7] || (array['府', '州', '县', '乡'])[1 + i % 4]
      || (array['地理', '职官', '人物', '艺文', '食货'])[1 + i % 5] || case when i % 1000 = 7 then '孤本' else '志' end
      || '第' || i || '卷',
    'K' || (i % 1000), date '2020-01-01' + (i % 2000), (i % 10000) / 100.0, md5(i::text)
  from generate_series(1, ${rows}) i`

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/jeecg-boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { result, message } = (await answer.json()) as { result: { token?: string } | null; message: string }
  if (!result?.token) throw new Error(message)
  return result.token
}

/** The database of a running product, as its owner. */
async function connectTo(dataDir: string): Promise<pg.Client> {
  const [, , , , socket = ''] = readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({ host: socket.trim(), user: 'office_owner', database: 'office' })
  await client.connect()
  return client
}

/** Lists over a million rows and saves of bills, many at once, against the built product. */
export async function benchLists(): Promise<Budget[]> {
  const data = temporary('office-lists')
  const schemas = temporary('office-lists-schemas')
  mkdirSync(join(schemas.path, 'bench'))
  for (const document of [listDocument, billDocument])
    writeFileSync(join(schemas.path, `${document.id}.json`), JSON.stringify(document))
  const env = { DATA_DIR: data.path, SCHEMAS_DIR: schemas.path, ADMIN_PASSWORD: password, DEMO: '0' }
  const product = await startProduct(env)
  try {
    const database = await connectTo(data.path)
    await database.query(fill)
    await database.query('vacuum analyze bench_books')
    await database.end()
    const token = await signIn(product.url)
    const list = (query: string) => `/jeecg-boot/resource/bench/books/list?pageSize=10&${query}`
    const get = (query: string) => () => ({ method: 'GET' as const, path: list(query), token })
    const load = (query: string, seconds = 5) =>
      measureLoad(product.url, get(query), { connections, seconds })

    /** One client, as a whole request, once the total is counted. */
    const alone = async (query: (round: number) => string): Promise<number> => {
      const times: number[] = []
      for (let round = 0; times.length < 7; round++) {
        const start = performance.now()
        const answer = await fetch(product.url + list(query(round)), { headers: { 'x-access-token': token } })
        const taken = performance.now() - start
        const { result } = (await answer.json()) as {
          result: { records: unknown[]; totalEstimated?: boolean }
        }
        if (result.records.length === 0) throw new Error(`nothing found: ${query(round)}`)
        if (round > 0 && !result.totalEstimated) times.push(taken)
      }
      return median(times)
    }
    const single: Budget[] = []
    const search = (text: string) => `fname=${encodeURIComponent(`*${text}*`)}`
    const asked: [string, (round: number) => string][] = [
      ['page 10,000', () => 'pageNo=10000'],
      ['page 99,000 of 100,000', () => 'pageNo=99000'],
      ['page 10,000 by date, ascending', () => 'pageNo=10000&column=fdate&order=asc'],
      ['sorted by a listed number', () => 'pageNo=1&column=fnum&order=asc'],
      ['sorted by a listed text', () => 'pageNo=1&column=fnote&order=desc'],
      ['search of two letters, 1,000 hits', () => search('孤本')],
      ['search of two letters, 200,000 hits', () => search('艺文')],
      ['search of one letter, all rows', () => search('卷')],
      ['search of a text with a star inside', () => search('江南*孤本*7卷')],
      ['search of two words', () => search('孤本 川西')],
      ['search by first letters, 1,000 hits', () => search('wgb')],
      ['search by first letters, 200,000 hits', () => search('yw')],
      ['search by pinyin, 1,000 hits', () => search('guben')],
      ['search by pinyin that is being typed', () => search('wuguben')],
      ['search that nobody asked before, 1 hit', (round) => search(`第77777${round}卷`)],
      ['search that nobody asked before, about 1,000 hits', (round) => search(`第${round + 1}77`)],
    ]
    for (const [name, query] of asked)
      single.push({ name: `lists, ${name}`, value: await alone(query), limit: 50, unit: 'ms' })

    await load('pageNo=1', 5)
    const first = await load('pageNo=1')
    const deep = await load('pageNo=10000')
    const save = () => ({
      method: 'POST' as const,
      path: '/jeecg-boot/resource/bench/bill/add',
      token,
      body: bill,
    })
    await measureLoad(product.url, save, { connections, seconds: 10 })
    const saves = await measureLoad(product.url, save, { connections, seconds: 5 })
    const figures = ({ perSecond, p50 }: typeof first) =>
      `${Math.round(perSecond)}/s, p50 ${p50.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`
    return [
      ...single,
      {
        name: 'lists, first page, 32 connections',
        value: first.perSecond,
        limit: 1000,
        unit: '/s',
        atLeast: true,
      },
      { name: `lists, first page, p95 (${figures(first)})`, value: first.p95, limit: 60, unit: 'ms' },
      {
        name: `lists, page 10,000, 32 connections (${figures(deep)})`,
        value: deep.perSecond,
        limit: 150,
        unit: '/s',
        atLeast: true,
      },
      {
        name: `bills of 10 rows, 32 at once, p95 (${figures(saves)})`,
        value: saves.p95,
        limit: 250,
        unit: 'ms',
      },
    ]
  } finally {
    await product.stop()
    data.remove()
    schemas.remove()
  }
}
