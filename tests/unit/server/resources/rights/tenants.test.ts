import { readFileSync } from 'node:fs'
import { read as readSheets } from '@e965/xlsx'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportRights } from '#server/records/excel/export/export-rights.ts'
import { type Person, TestServer } from '../test-server.ts'

/** A tree of records with rows, whose table belongs to tenants. */
const plot = {
  version: 2,
  kind: 'screen',
  id: 'ten/plot',
  title: '地块',
  perm: 'ten:plot',
  table: { name: 'ten_plot', softDelete: true, tenant: true },
  tree: { parent: 'parentId', text: 'fname', hasChild: 'hasChild' },
  fields: [
    {
      key: 'fname',
      title: '名称',
      type: 'input',
      query: 'like',
      isOrder: true,
      validateRules: [{ unique: true, message: '名称已存在' }],
    },
    { key: 'fnum', title: '数量', type: 'inputNumber', store: 'int', query: 'range' },
    { key: 'parentId', title: '上级', type: 'sel_tree', dictCode: 'tree:plot', length: 36 },
    { key: 'hasChild', type: 'hidden' },
    { key: 'fstates', title: '状态', type: 'select', dictCode: 'demo_state', query: 'eq', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      socketKey: 'ten-items',
      table: { name: 'ten_plot_item', fk: 'fplotid' },
      fields: [{ key: 'fnote', title: '说明', type: 'input' }],
    },
  ],
  list: { layout: 'tree', sort: 'fname' },
  actions: { toolbar: ['add', 'export', 'deleteBatch'], row: ['edit', 'detail', 'delete', 'print'] },
  flow: {
    field: 'fstates',
    initial: '待审核',
    editable: ['待审核', '已审核'],
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核', batch: true }],
  },
}
const tree = {
  version: 2,
  kind: 'dict',
  id: 'dict/plot-tree',
  title: '地块树',
  code: 'tree:plot',
  source: { screen: 'ten/plot', text: 'fname', value: 'id', parent: 'parentId' },
}
/** A dictionary that names the table and not the screen. */
const byTable = {
  version: 2,
  kind: 'dict',
  id: 'dict/plot-table',
  title: '地块表',
  code: 'plot_table',
  source: { table: 'ten_plot', text: 'fname', value: 'id' },
}
const report = {
  version: 2,
  kind: 'report',
  id: 'ten/plots',
  title: '地块统计',
  code: 'ten_plots',
  perm: 'ten:plots',
  source: {
    sql: 'select p.id, p.fname, i.fnote from ten_plot p left join ten_plot_item i on i.fplotid = p.id',
    tables: ['ten_plot', 'ten_plot_item'],
  },
  fields: [
    { key: 'id', type: 'hidden' },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fnote', title: '说明', type: 'input' },
  ],
}
const dataLog: unknown = JSON.parse(readFileSync('schemas/system/data-log.json', 'utf8'))
const logCodes = ['list', 'detail', 'content', 'export'].map((word) => `system:data-log:${word}`)
const words = ['list', 'detail', 'add', 'edit', 'delete', 'export', 'audit']
const codes = [...words.map((word) => `ten:plot:${word}`), 'ten:plots:list', 'ten:plots:export', ...logCodes]

/** In every text of tenant 2, and in no text of tenant 1. */
const MARK = '异馆'

let server: TestServer
let foreign: string
let foreignRow: string
let own: string

async function assign(who: Person, tenants: string): Promise<void> {
  await sql`update sys_user set rel_tenant_ids = ${tenants} where id = ${who}`.execute(server.test.db.app)
  // A change of tenants ends the sessions of the user.
  await vi.waitFor(async () =>
    expect((await server.call(who, 'GET', '/sys/permission/getUserPermissionByToken')).status).toBe(401),
  )
  server.tokens.set(who, await server.services.sessions.open(who, { ip: '127.0.0.1', agent: 'test' }))
}

const add = async (who: Person, body: Record<string, unknown>) =>
  (await server.call(who, 'POST', '/resource/ten/plot/add', { body })).body.result

beforeAll(async () => {
  server = await TestServer.open(
    {
      'ten/plot.json': plot,
      'dict/plot-tree.json': tree,
      'dict/plot-table.json': byTable,
      'ten/plots.json': report,
      'system/data-log.json': dataLog,
    },
    { clerk: codes, other: codes, nobody: codes },
  )
  await assign('clerk', '1')
  await assign('other', '2')
  const above = await add('other', { fname: `${MARK}一号`, fnum: 7, items: [{ fnote: `${MARK}备注` }] })
  foreign = above.id
  foreignRow = above.items[0].id
  await add('other', { fname: `${MARK}二号`, fnum: 8, parentId: foreign })
  own = (await add('clerk', { fname: '本馆', fnum: 1, items: [{ fnote: '本馆备注' }] })).id
})
afterAll(() => server?.close())

/** All stored values of the other tenant. */
const state = async (): Promise<string> => {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(p::text, '|' order by p.id)) || (
      select md5(string_agg(i::text, '|' order by i.id)) from ten_plot_item i where i.fplotid in (
        select id from ten_plot where tenant_id = 2)) as digest
    from ten_plot p where p.tenant_id = 2`.execute(server.test.db.owner)
  return rows[0]?.digest ?? ''
}

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  query?: Record<string, string>
  body?: Record<string, unknown>
}

const place = '/resource/ten/plot'
/** Requests that name a record; each is compared with the same request for an id that no record has. */
const requestsFor = (id: string): Request[] => [
  { method: 'GET', url: `${place}/queryById`, query: { id } },
  { method: 'PUT', url: `${place}/edit`, body: { id, rev: 1, fname: '改名' } },
  { method: 'PUT', url: `${place}/edit`, body: { id: own, parentId: id } },
  { method: 'DELETE', url: `${place}/delete`, query: { id } },
  { method: 'DELETE', url: `${place}/deleteBatch`, query: { ids: `${id},${own}` } },
  { method: 'POST', url: `${place}/move/audit`, body: { ids: id } },
  { method: 'GET', url: `${place}/printPdf`, query: { id } },
  { method: 'GET', url: `${place}/items/list`, query: { master: id } },
  { method: 'GET', url: `${place}/childList`, query: { pid: id } },
  { method: 'GET', url: `${place}/getChildListBatch`, query: { parentIds: id } },
  { method: 'GET', url: '/sys/dict/loadDictItem/tree:plot', query: { key: id } },
  { method: 'GET', url: '/sys/dict/loadDictItem/plot_table', query: { key: id } },
  { method: 'GET', url: '/sys/dict/loadTreeData', query: { dictCode: 'tree:plot', pid: id } },
  { method: 'GET', url: `${place}/history`, query: { id } },
  { method: 'GET', url: '/sys/dataLog/queryDataVerList', query: { dataTable: 'ten_plot', dataId: id } },
]
const named = `*${MARK}*`
const superQuery = JSON.stringify([{ field: 'fname', rule: 'like', val: MARK }])
/** Requests for many records. */
const collections: Request[] = [
  ...['list', 'rootList', 'summary', 'exportXls'].flatMap((verb): Request[] => [
    { method: 'GET', url: `${place}/${verb}` },
    { method: 'GET', url: `${place}/${verb}`, query: { fname: named } },
    { method: 'GET', url: `${place}/${verb}`, query: { superQueryParams: superQuery } },
  ]),
  { method: 'GET', url: `${place}/list`, query: { column: 'fnum', order: 'desc', pageSize: '100' } },
  { method: 'GET', url: `${place}/list`, query: { sysOrgCode: 'B01' } },
  ...['tree:plot', 'plot_table'].flatMap((code): Request[] => [
    { method: 'GET', url: `/sys/dict/getDictItems/${code}` },
    { method: 'GET', url: `/sys/dict/loadDict/${code}`, query: { keyword: MARK } },
  ]),
  { method: 'GET', url: '/sys/dict/loadTreeData', query: { dictCode: 'tree:plot', pid: '' } },
  { method: 'GET', url: '/online/cgreport/api/getData/ten_plots' },
  { method: 'GET', url: '/online/cgreport/api/exportXls/ten_plots' },
  { method: 'GET', url: '/sys/dataLog/list', query: { pageSize: '100' } },
  { method: 'GET', url: '/sys/dataLog/list', query: { dataTable: 'ten_plot', dataContent: named } },
  { method: 'GET', url: '/resource/system/data-log/exportXls' },
]

/** The texts of an answer; of a workbook, the texts of its cells. */
async function requestText(
  who: Person,
  { method, url, query, body }: Request,
  headers = {},
): Promise<string> {
  const reply = await server.app.inject({
    method,
    url,
    ...(query && { query }),
    ...(body && { payload: body }),
    headers: { 'x-access-token': server.tokens.get(who) ?? '', ...headers },
  })
  expect(reply.statusCode).toBeLessThan(500)
  if (!String(reply.headers['content-type']).includes('sheet'))
    return `${reply.statusCode} ${JSON.stringify({ ...reply.json(), timestamp: 0, requestId: '' })}`
  return JSON.stringify(readSheets(reply.rawPayload).Sheets)
}

describe('a table of tenants', () => {
  it('shows and changes no record of another tenant in 200 random sequences of requests', async () => {
    const before = await state()
    const single = fc.nat({ max: requestsFor('').length - 1 }).map((at) => ({ at }))
    const step = fc.oneof(single, fc.constantFrom(...collections))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        for (const next of steps) {
          if (!('at' in next)) {
            const text = await requestText('clerk', next)
            expect(text).not.toContain(MARK)
            expect(text).not.toContain(foreign)
            continue
          }
          const [answer, missing] = await Promise.all(
            [foreign, 'no-such-id'].map(async (id) =>
              // A refusal names the id that the request sent.
              (await requestText('clerk', requestsFor(id)[next.at] as Request)).replaceAll(id, 'ID'),
            ),
          )
          expect(answer).toBe(missing)
        }
        expect(await state()).toBe(before)
      }),
      { seed: 20_261_123, numRuns: 200, endOnFailure: true },
    )
  })

  it('shows each collection to the tenant that owns its records', async () => {
    for (const request of collections.filter(({ query }) => !query?.sysOrgCode && query?.fname !== named)) {
      if (request.url.endsWith('summary')) continue
      expect(await requestText('other', request), request.url).toContain(MARK)
    }
  })

  it('stores the tenant of the request, whatever the body names', async () => {
    for (const [key, value] of [
      ['tenantId', 2],
      ['tenant_id', 2],
      ['relTenantIds', '2'],
    ] as const)
      await server.call('clerk', 'POST', `${place}/add`, { body: { fname: `地块 ${key}`, [key]: value } })
    await server.call('clerk', 'PUT', `${place}/edit`, { body: { id: own, tenantId: 2 } })
    const { rows } = await sql<{ tenant: number }>`
      select distinct tenant_id as tenant from ten_plot where create_by = 'clerk'`.execute(
      server.test.db.owner,
    )
    expect(rows).toEqual([{ tenant: 1 }])
  })

  it('checks duplicates within a tenant, when a form asks and when it is saved', async () => {
    const check = async (who: Person) =>
      (
        await server.call(who, 'GET', '/sys/duplicate/check', {
          query: { tableName: 'ten/plot', fieldName: 'fname', fieldVal: `${MARK}一号` },
        })
      ).body.success
    expect(await check('clerk')).toBe(true)
    expect(await check('other')).toBe(false)
    const body = { fname: `${MARK}一号` }
    const same = await server.call('other', 'POST', `${place}/add`, { body })
    expect(same.body.message).toContain('名称已存在')
    const saved = await server.call('clerk', 'POST', `${place}/add`, { body })
    expect(saved.body.success).toBe(true)
    await server.call('clerk', 'DELETE', `${place}/delete`, { query: { id: saved.body.result.id } })
  })

  it('binds administrators and users without a tenant', async () => {
    for (const who of ['admin', 'nobody'] as const)
      expect(await requestText(who, { method: 'GET', url: `${place}/list` })).toContain('"total":0')
  })

  it('sends live frames of a record to its own tenant only', async () => {
    const join = async (who: Person) => {
      const headers = { 'sec-websocket-protocol': server.tokens.get(who) ?? '' }
      const socket = await server.app.injectWS(`/vxeSocket/${who}/page`, { headers })
      const frames: string[] = []
      socket.on('message', (data) => frames.push(String(data)))
      const say = (type: string, data: unknown) => socket.send(JSON.stringify({ type, data }))
      return { socket, frames, say }
    }
    const [stranger, member, colleague] = [await join('clerk'), await join('other'), await join('other')]
    const key = `ten-items:${foreign}`
    for (const page of [stranger, member, colleague]) page.say('subscribe', { socketKey: key })
    await expect.poll(() => colleague.frames.length).toBeGreaterThan(0)
    await expect.poll(() => member.frames.length).toBeGreaterThan(0)
    // A subscription of the own record is answered after the refused one.
    stranger.say('subscribe', { socketKey: `ten-items:${own}` })
    await expect.poll(() => stranger.frames.join()).toContain(own)
    stranger.say('update_vxe_table', { socketKey: key, args: [{ id: foreignRow, fnote: '改动' }, 'case'] })
    member.say('update_vxe_table', { socketKey: key, args: [{ id: foreignRow, fnote: MARK }, 'case'] })
    await expect.poll(() => colleague.frames.join()).toContain(MARK)
    expect(colleague.frames.join()).not.toContain('改动')
    expect(stranger.frames.join()).not.toContain(foreign)
    for (const { socket } of [stranger, member, colleague]) socket.terminate()
  })
})

describe('the tenant that a request names', () => {
  it.each(['tenant_id', 'tenant-id', 'x-tenant-id'])('never widens what its user sees: %s', async (name) => {
    const list = { method: 'GET', url: `${place}/list` } as const
    const plain = await requestText('clerk', list)
    for (const value of ['', '0', '1'])
      expect(await requestText('clerk', list, { [name]: value })).toBe(plain)
    for (const value of ['2', '999', '-1', '1,2', "1' or '1'='1", '*', '01']) {
      const text = await requestText('clerk', list, { [name]: value })
      expect(text).toContain('无权访问该租户')
      expect(text).toMatch(/^403 /)
    }
    expect(await requestText('nobody', list, { [name]: '1' })).toContain('无权访问该租户')
  })

  it('is one of several of the user', async () => {
    await assign('reader', '2,1')
    await sql`insert into sys_role_permission select 'reader', unnest(${codes}::text[])`.execute(
      server.test.db.app,
    )
    const list = (headers = {}) => requestText('reader', { method: 'GET', url: `${place}/list` }, headers)
    await expect.poll(() => list()).toContain(MARK)
    expect(await list({ tenant_id: '1' })).not.toContain(MARK)
    expect(await list({ tenant_id: '1', 'x-tenant-id': '2' })).toContain('无权访问该租户')
  })

  it('is named by the address of a socket', async () => {
    const pageIn = async (tenant: string) => {
      const headers = { 'sec-websocket-protocol': server.tokens.get('reader') ?? '' }
      const socket = await server.app.injectWS(`/vxeSocket/reader/page?tenant_id=${tenant}`, { headers })
      const frames: string[] = []
      socket.on('message', (data) => frames.push(String(data)))
      for (const record of [foreign, own])
        socket.send(JSON.stringify({ type: 'subscribe', data: { socketKey: `ten-items:${record}` } }))
      await expect.poll(() => frames.length).toBeGreaterThan(0)
      socket.terminate()
      return frames.join()
    }
    expect(await pageIn('1')).toContain(own)
    expect(await pageIn('1')).not.toContain(foreign)
    expect(await pageIn('2')).toContain(foreign)
    await expect(pageIn('3')).rejects.toThrow()
  })
})

it('a finished export stays with the tenant in which it was written, where its records have tenants', async () => {
  const { user } = (await server.services.sessions.find(server.tokens.get('clerk') ?? '')) ?? {}
  if (!user) throw new Error('no session')
  const rights = (screen: string, tenantId: number, more: Partial<typeof user> = {}) => {
    const entry = server.services.documents.screen(screen)
    if (!entry) throw new Error(screen)
    return exportRights(server.services, entry, { ...user, tenantId, ...more })
  }
  for (const screen of ['ten/plot', 'system/data-log'])
    expect([screen, rights(screen, 1)]).not.toEqual([screen, rights(screen, 2)])
  expect(rights('demo/order', 1)).toBe(rights('demo/order', 2))
  // A data rule may compare with the tenant.
  const rule = { id: 'r', column: 'fname', condition: '=', value: '#{tenant_id}' } as const
  const dataRules = new Map([['demo/order', [rule]]])
  expect(rights('demo/order', 1, { dataRules })).not.toBe(rights('demo/order', 2, { dataRules }))
})
