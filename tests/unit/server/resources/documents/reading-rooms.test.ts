import { readFileSync } from 'node:fs'
import { read as readSheets } from '@e965/xlsx'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'
import { inboxDocuments } from './inbox-documents.ts'

const room = JSON.parse(readFileSync('schemas/reader/reading-room.json', 'utf8'))
const perm = 'reader:room'
/** What other documents may show of the rooms: a dictionary, a tree, a picker and a report. */
const views = {
  'dict/room.json': {
    version: 2,
    kind: 'dict',
    id: 'dict/room',
    title: '阅览室',
    code: 'room',
    source: { screen: 'reader/reading-room', text: 'fname', value: 'id' },
  },
  'dict/room-tree.json': {
    version: 2,
    kind: 'dict',
    id: 'dict/room-tree',
    title: '阅览室位置',
    code: 'tree:room',
    source: { screen: 'reader/reading-room', text: 'fname', value: 'id', parent: 'fplace' },
  },
  'picker/room.json': {
    version: 2,
    kind: 'picker',
    id: 'picker/room',
    title: '选择阅览室',
    code: 'pick_room',
    source: { screen: 'reader/reading-room' },
    fields: ['fname', 'fseats'],
    query: ['fname'],
  },
  'reader/room-seats.json': {
    version: 2,
    kind: 'report',
    id: 'reader/room-seats',
    title: '座位统计',
    code: 'room_seats',
    perm: 'reader:seats',
    source: { sql: 'select r.fname, r.fseats from rd_room r where r.del_flag = 0', tables: ['rd_room'] },
    fields: [
      { key: 'fname', title: '名称', type: 'input', query: 'like' },
      { key: 'fseats', title: '座位', type: 'inputNumber', statistics: ['sum'] },
    ],
  },
}
const words = ['list', 'detail', 'add', 'edit', 'delete', 'export']
const codes = [...words.map((word) => `${perm}:${word}`), 'reader:seats:list', 'reader:seats:export']
/** In every name of the tenant 2, and in none of the tenant 1. */
const MARK = '西馆'

let server: TestServer
let foreign: string
beforeAll(async () => {
  server = await TestServer.open(
    { ...inboxDocuments(), 'reader/reading-room.json': room, ...views },
    { clerk: codes, other: codes },
  )
  for (const [who, tenant] of [
    ['clerk', '1'],
    ['other', '2'],
  ] as const) {
    await sql`update sys_user set rel_tenant_ids = ${tenant} where id = ${who}`.execute(server.test.db.app)
    // A change of tenants ends the sessions of the user.
    await vi.waitFor(async () =>
      expect((await server.call(who, 'GET', '/sys/permission/getUserPermissionByToken')).status).toBe(401),
    )
    server.tokens.set(who, await server.services.sessions.open(who, { ip: '127.0.0.1', agent: 'test' }))
  }
  foreign = (await add('other', `${MARK}一室`, 77)).id
  await add('other', `${MARK}二室`, 78)
  await add('clerk', '东馆一室', 11)
})
afterAll(() => server?.close())

const place = '/resource/reader/reading-room'
const add = async (who: Person, fname: string, fseats: number) =>
  (await server.call(who, 'POST', `${place}/add`, { body: { fname, fseats, fplace: '一层' } })).body.result

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  query?: Record<string, string>
  body?: Record<string, unknown>
}
const get = (url: string, query: Record<string, string> = {}): Request => ({ method: 'GET', url, query })

/** Requests of the tenant 1 with a text and a number that may be those of the tenant 2, over all channels. */
const channels: readonly ((text: string, n: number) => Request)[] = [
  (text) => get(`${place}/list`, { fname: `*${text}*` }),
  (_, n) =>
    get(`${place}/list`, { column: 'fseats', order: 'desc', pageNo: String((n % 3) + 1), pageSize: '2' }),
  (text) =>
    get(`${place}/list`, { superQueryParams: JSON.stringify([{ field: 'fname', rule: 'like', val: text }]) }),
  () => get(`${place}/summary`),
  () => get(`${place}/queryById`, { id: foreign }),
  () => get(`${place}/history`, { id: foreign }),
  () => get(`${place}/printPdf`, { id: foreign }),
  (text) => get(`${place}/exportXls`, { fname: `*${text}*` }),
  () => get(`${place}/exportXls`, { selections: foreign }),
  () => get('/sys/dict/getDictItems/room'),
  (text) => get('/sys/dict/loadDict/room', { keyword: text }),
  () => get('/sys/dict/loadDictItem/room', { key: foreign }),
  (text) => get('/sys/dict/loadTreeData', { dictCode: 'tree:room', pid: text === '' ? '' : '一层' }),
  (text) => get('/online/cgreport/api/getData/room_seats', { fname: `*${text}*` }),
  () => get('/online/cgreport/api/exportXls/room_seats'),
  (text) =>
    get('/sys/duplicate/check', { tableName: 'rd_room', fieldName: 'fname', fieldVal: `${text}一室` }),
  (text, n) => ({
    method: 'PUT',
    url: `${place}/edit`,
    body: { id: foreign, rev: 1, fname: text, fseats: n },
  }),
  () => ({ method: 'DELETE', url: `${place}/delete`, query: { id: foreign } }),
  () => ({ method: 'DELETE', url: `${place}/deleteBatch`, query: { ids: foreign } }),
]

/** The texts of an answer, without the words of the request that it may repeat; of a workbook, its cells. */
async function sendRequest({ method, url, query, body }: Request): Promise<string> {
  const reply = await server.app.inject({
    method,
    url,
    ...(query && { query }),
    ...(body && { payload: body }),
    headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
  })
  expect(reply.statusCode, url).toBeLessThan(500)
  const type = String(reply.headers['content-type'])
  return type.includes('sheet') ? JSON.stringify(readSheets(reply.rawPayload).Sheets) : reply.body
}

/** All stored values of the tenant 2. */
const state = async (): Promise<string> =>
  (
    await sql<{ digest: string }>`
      select md5(string_agg(r::text, '|' order by id)) as digest from rd_room r where tenant_id = 2`.execute(
      server.test.db.owner,
    )
  ).rows[0]?.digest ?? ''

it('the reading rooms of a tenant are neither read nor changed by another one over any channel', async () => {
  const before = await state()
  const request = fc.tuple(
    fc.nat({ max: channels.length - 1 }),
    fc.constantFrom('', MARK, '一室', '馆', '%', '_'),
    fc.integer({ min: 1, max: 90 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const [at, text, n] of steps) {
        const answer = await sendRequest(channels[at]?.(text, n) as Request)
        expect(answer).not.toContain(`${MARK}一室`)
        expect(answer).not.toContain(`${MARK}二室`)
        expect(answer).not.toMatch(/"fseats":"?7[78]\b/)
      }
      expect(await state()).toBe(before)
    }),
    { seed: 20_261_123, numRuns: 150, endOnFailure: true },
  )
})

it('a name that another tenant has is free', async () => {
  const check = channels.at(-4)?.(MARK, 1) as Request
  expect(check.url).toBe('/sys/duplicate/check')
  expect(await sendRequest(check)).toContain('该值可用')
})

it('the tenant that owns the rooms reads them over each channel', async () => {
  const own = ['/list', '/exportXls'].map((verb) => get(`${place}${verb}`))
  const others = ['/sys/dict/getDictItems/room', '/online/cgreport/api/getData/room_seats'].map((url) =>
    get(url),
  )
  for (const { url } of [...own, ...others]) {
    const reply = await server.app.inject({
      url,
      headers: { 'x-access-token': server.tokens.get('other') ?? '' },
    })
    const isSheet = String(reply.headers['content-type']).includes('sheet')
    const text = isSheet ? JSON.stringify(readSheets(reply.rawPayload).Sheets) : reply.body
    expect(text, url).toContain(`${MARK}一室`)
  }
})
