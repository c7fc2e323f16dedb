import { read as readSheets } from '@e965/xlsx'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isColumnCode } from '#server/documents/access/column-rights.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { roleScreen } from './role-screen.ts'

/** In every value of the hidden columns, and in no other value. */
const MARK = '密7731'

/** A tree of records with rows, all of whose columns everybody with the list right may read. */
const card = {
  version: 2,
  kind: 'screen',
  id: 'demo/card',
  title: '卡片',
  perm: 'demo:card',
  menu: { parent: 'base' },
  table: { name: 'demo_card' },
  tree: { parent: 'parentId', text: 'fname', hasChild: 'hasChild' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    {
      key: 'fnote',
      title: '备注',
      type: 'input',
      query: 'like',
      isOrder: true,
      validateRules: [{ unique: true }],
    },
    { key: 'fpay', title: '工资', type: 'inputNumber', store: 'int', query: 'range', isOrder: true },
    { key: 'parentId', title: '上级', type: 'sel_tree', dictCode: 'tree:card', length: 36 },
    { key: 'hasChild', type: 'hidden' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      socketKey: 'card-items',
      table: { name: 'demo_card_item', fk: 'fcardid' },
      fields: [
        { key: 'fqty', title: '数量', type: 'inputNumber', store: 'int' },
        { key: 'fword', title: '说明', type: 'input' },
      ],
    },
  ],
  list: { layout: 'tree', sort: 'fname' },
  actions: {
    toolbar: ['add', 'import', 'export'],
    row: ['edit', 'detail', 'delete', 'print', 'history'],
  },
}
/** It has the `perm` of its base. */
const shortCard = {
  version: 2,
  kind: 'screen',
  id: 'demo/card-short',
  extends: 'demo/card',
  perm: 'demo:card',
  fields: [{ key: 'fpay', width: 90 }],
}
const tree = {
  version: 2,
  kind: 'dict',
  id: 'dict/card-tree',
  title: '卡片树',
  code: 'tree:card',
  source: { screen: 'demo/card', text: 'fname', value: 'id', parent: 'parentId' },
}
const report = {
  version: 2,
  kind: 'report',
  id: 'demo/cards',
  title: '卡片统计',
  code: 'demo_cards',
  perm: 'demo:cards',
  source: {
    sql: 'select c.id, c.fname, upper(c.fnote) as fupper, c.fpay * 2 as fdouble, i.fword from demo_card c left join demo_card_item i on i.fcardid = c.id',
    tables: ['demo_card', 'demo_card_item'],
  },
  fields: [
    { key: 'id', type: 'hidden' },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fupper', title: '备注', type: 'input' },
    { key: 'fdouble', title: '两倍', type: 'inputNumber' },
    { key: 'fword', title: '说明', type: 'input' },
  ],
}
const words = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'export']
const codes = [
  'demo/card',
  ...words.map((word) => `demo:card:${word}`),
  'demo:cards:list',
  'demo:cards:export',
]
const place = '/resource/demo/card'
const overlay = '/resource/demo/card-short'
const cards = '/online/cgreport/api/getData/demo_cards'
const cardsExport = '/online/cgreport/api/exportXls/demo_cards'
const PAY = 7731

let server: TestServer
let id: string
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/card.json': card,
      'demo/card-short.json': shortCard,
      'dict/card-tree.json': tree,
      'demo/cards.json': report,
      'system/role.json': roleScreen,
    },
    { clerk: codes, reader: [...codes, 'role:grant'], other: codes },
  )
  const body = { fname: '甲', fnote: `${MARK}备注`, fpay: PAY, items: [{ fqty: 1, fword: `${MARK}说明` }] }
  const { result } = (await server.call('admin', 'POST', `${place}/add`, { body })).body
  id = result.id
  await server.call('admin', 'PUT', `${place}/edit`, { body: { id, rev: 1, fnote: `${MARK}改过` } })
})
afterAll(() => server?.close())

type Right = 'edit' | 'read' | 'none'
const hidden: Record<string, Right> = { fnote: 'none', fpay: 'none', 'items.fword': 'none' }

const buildBody = (rights: Record<string, Right>, roleId = 'clerk') => ({
  roleId,
  documentId: 'demo/card',
  columns: Object.entries(rights).map(([path, right]) => ({ path, right })),
})
const save = async (who: Person, rights: Record<string, Right>, roleId?: string) => {
  const { body, headers } = await server.call(who, 'POST', '/sys/role/saveColumns', {
    body: buildBody(rights, roleId),
  })
  return { ...body, reason: headers['x-error-code'] }
}
const readRights = async (roleId: string): Promise<Record<string, Right>> => {
  const query = { roleId, documentId: 'demo/card' }
  const { body } = await server.call('admin', 'GET', '/sys/role/columns', { query })
  return Object.fromEntries(
    body.result.map(({ path, right }: { path: string; right: Right }) => [path, right]),
  )
}
const controlled = async () =>
  (
    await sql<{ path: string }>`select path from sys_controlled_column order by path, verb`.execute(
      server.test.db.app,
    )
  ).rows.map(({ path }) => path)
/** The rights of a person are read again in the background. */
const settled = (who: Person, code: string, isHeld: boolean) =>
  expect
    .poll(async () => {
      const { body } = await server.call(who, 'GET', '/sys/permission/getUserPermissionByToken')
      return body.result.auth.some(({ action }: { action: string }) => action === code)
    })
    .toBe(isHeld)

interface Channel {
  name: string
  url: string
  query?: Record<string, string>
}
const superQuery = (field: string, rule: string, val: unknown) => JSON.stringify([{ field, rule, val }])
const readingChannels = (): Channel[] => [
  { name: 'list', url: `${place}/list` },
  { name: 'record', url: `${place}/queryById`, query: { id } },
  { name: 'overlay list', url: `${overlay}/list` },
  { name: 'overlay record', url: `${overlay}/queryById`, query: { id } },
  { name: 'tree', url: `${place}/rootList` },
  { name: 'export', url: `${place}/exportXls` },
  { name: 'export of chosen records', url: `${place}/exportXls`, query: { selections: id } },
  { name: 'history', url: `${place}/history`, query: { id } },
  { name: 'print', url: `${place}/printPdf`, query: { ids: id } },
  { name: 'report', url: cards },
  { name: 'export of a report', url: cardsExport },
]
/** Requests that would answer a question about hidden values: they are refused as for a column that does not exist. */
const probes = (): Channel[] => [
  { name: 'filter', url: `${place}/list`, query: { fnote: `*${MARK}*` } },
  { name: 'range', url: `${place}/list`, query: { fpay_begin: '1' } },
  { name: 'overlay range', url: `${overlay}/list`, query: { fpay_begin: '1' } },
  { name: 'sort', url: `${place}/list`, query: { column: 'fpay', order: 'asc' } },
  {
    name: 'advanced query',
    url: `${place}/list`,
    query: { superQueryParams: superQuery('fpay', 'gt', '1') },
  },
  { name: 'sum', url: `${place}/summary`, query: { field: 'fpay' } },
  { name: 'groups', url: `${place}/summary`, query: { groupBy: 'fnote' } },
  { name: 'tree filter', url: `${place}/rootList`, query: { fnote: `*${MARK}*` } },
  { name: 'export filter', url: `${place}/exportXls`, query: { fnote: `*${MARK}*` } },
  { name: 'tree range', url: `${place}/rootList`, query: { fpay_begin: '1' } },
]

/** Pairs of requests to the reports of a screen: a right guess and a wrong one about a hidden value. */
const guesses = (): Channel[][] =>
  [cards, cardsExport].flatMap((url) => [
    [String(PAY * 2), '1'].map((from) => ({
      name: 'range',
      url,
      query: { fdouble_begin: from, fdouble_end: from },
    })),
    [MARK, '无'].map((text) => ({
      name: 'advanced query',
      url,
      query: { superQueryParams: superQuery('fupper', 'like', text) },
    })),
  ])

const request = (who: Person, { url, query }: Channel) =>
  server.app.inject({
    method: 'GET',
    url,
    ...(query && { query }),
    headers: { 'x-access-token': server.tokens.get(who) ?? '' },
  })

/** The texts of an answer, of a workbook or of a PDF file. */
async function requestText(who: Person, channel: Channel): Promise<string> {
  const reply = await request(who, channel)
  expect([channel.name, reply.statusCode]).toEqual([channel.name, 200])
  const type = String(reply.headers['content-type'])
  if (type.includes('sheet')) return JSON.stringify(readSheets(reply.rawPayload).Sheets)
  if (!type.includes('pdf')) return reply.body
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(reply.rawPayload)), {
    mergePages: true,
  })
  return text.replace(/\s/g, '')
}

describe('columns that a role hides', () => {
  it.each(readingChannels().map(({ name }, at) => [name, at] as const))(
    'are visible through %s before the role hides them',
    async (_, at) => {
      expect(await requestText('clerk', readingChannels()[at] as Channel)).toContain('7731')
    },
  )

  it('are hidden from the users of the role, and from no other user', async () => {
    expect(await save('admin', hidden)).toMatchObject({ code: 200, result: { count: 3 } })
    expect(await readRights('clerk')).toMatchObject({ ...hidden, fname: 'edit', 'items.fqty': 'edit' })
    expect(await readRights('other')).toMatchObject({ fnote: 'edit', fpay: 'edit', 'items.fword': 'edit' })
    await settled('clerk', 'column:demo.card:fnote:read', false)
  })

  it.each(readingChannels().map(({ name }, at) => [name, at] as const))(
    'are absent from %s',
    async (_, at) => {
      const channel = readingChannels()[at] as Channel
      const text = await requestText('clerk', channel)
      expect(text).toContain('甲')
      expect(text).not.toContain('7731')
      expect(text).not.toContain(String(PAY * 2))
      for (const who of ['other', 'admin'] as const) expect(await requestText(who, channel)).toContain('7731')
    },
  )

  it.each(probes().map(({ name }, at) => [name, at] as const))('are refused in %s', async (_, at) => {
    const probe = probes()[at] as Channel
    expect((await request('other', probe)).statusCode).toBe(200)
    const refused = await request('clerk', probe)
    expect(refused.statusCode).toBe(400)
    expect(refused.body).not.toContain(MARK)
  })

  it('are empty in a report, so that its conditions answer alike to right and wrong guesses', async () => {
    for (const pair of guesses()) {
      const answers = async (who: Person) => {
        const texts: string[] = []
        for (const guess of pair) texts.push((await requestText(who, guess)).replace(/"timestamp":\d+/, ''))
        return texts
      }
      const [right, wrong] = await answers('other')
      expect(right, JSON.stringify(pair)).not.toBe(wrong)
      const [same, alike] = await answers('clerk')
      expect(same, JSON.stringify(pair)).toBe(alike)
    }
  })

  it('answer no duplicate check', async () => {
    const query = { tableName: 'demo/card', fieldName: 'fnote', fieldVal: `${MARK}改过` }
    const check = async (who: Person) =>
      (await server.call(who, 'GET', '/sys/duplicate/check', { query })).status
    expect([await check('other'), await check('clerk')]).toEqual([200, 400])
  })

  it('are removed from live frames', async () => {
    const openPage = async (who: Person) => {
      const headers = { 'sec-websocket-protocol': server.tokens.get(who) ?? '' }
      const socket = await server.app.injectWS(`/vxeSocket/${who}/page`, { headers })
      const frames: string[] = []
      socket.on('message', (data) => frames.push(String(data)))
      const send = (type: string, data: unknown) => socket.send(JSON.stringify({ type, data }))
      send('subscribe', { socketKey: `card-items:${id}` })
      await expect.poll(() => frames.length).toBeGreaterThan(0)
      return { socket, frames, send }
    }
    const pages = [await openPage('clerk'), await openPage('other'), await openPage('admin')] as const
    const [restricted, full, sender] = pages
    const row = { id: 'row', fqty: 4, fword: `${MARK}新` }
    sender.send('update_vxe_table', { socketKey: `card-items:${id}`, args: [row, 'case'] })
    const update = ({ frames }: { frames: string[] }) =>
      frames.find((frame) => frame.includes('update_vxe_table'))
    await expect.poll(() => update(full)).toContain(MARK)
    await expect.poll(() => update(restricted)).toContain('fqty')
    expect(restricted.frames.join()).not.toContain('fword')
    for (const { socket } of pages) socket.terminate()
  })

  it('are neither in the template of an import nor written by a save', async () => {
    const template = await requestText('clerk', { name: 'template', url: `${place}/importTemplate` })
    expect(template).toContain('名称')
    expect(template).not.toContain('工资')
    const body = { id, rev: 2, fpay: 1 }
    const reply = await server.call('clerk', 'PUT', `${place}/edit`, { body })
    expect(reply.body.message).toContain('没有权限修改工资')
    const { rows } = await sql<{ fpay: number }>`select fpay from demo_card where id = ${id}`.execute(
      server.test.db.owner,
    )
    expect(rows).toEqual([{ fpay: PAY }])
  })

  it('travel to the browser as the access of the document', async () => {
    const { body } = await server.call('clerk', 'GET', '/schema/documents/demo/card')
    const { fields } = body.result.document
    const access = fields.find(({ key }: { key: string }) => key === 'fpay').access
    expect(access).toEqual({ read: 'column:demo.card:fpay:read' })
    expect(isColumnCode(access.read)).toBe(true)
    // The file itself stays without them.
    const source = await server.call('admin', 'GET', '/schema/source/demo/card')
    expect(JSON.stringify(source.body.result.document)).not.toContain('column:')
  })

  it('are seen by a user of a second role that has them', async () => {
    const { app } = server.test.db
    await sql`insert into sys_user_role values ('clerk', 'other')`.execute(app)
    await settled('clerk', 'column:demo.card:fnote:read', true)
    expect(await requestText('clerk', { name: 'list', url: `${place}/list` })).toContain(MARK)
    await sql`delete from sys_user_role where user_id = 'clerk' and role_id = 'other'`.execute(app)
    await settled('clerk', 'column:demo.card:fnote:read', false)
  })

  it('are visible again when the role may read them, and no column is controlled any more', async () => {
    expect(await controlled()).toEqual(['fnote', 'fpay', 'items.fword'])
    const all = Object.fromEntries(Object.keys(hidden).map((path) => [path, 'edit' as const]))
    expect(await save('admin', all)).toMatchObject({ result: { count: 3 } })
    expect(await controlled()).toEqual([])
    const list = { name: 'list', url: `${place}/list` }
    await expect.poll(() => requestText('clerk', list)).toContain(MARK)
  })
})

describe('a column that a role may only read', () => {
  it('is shown and not saved', async () => {
    await save('admin', { fnote: 'read' })
    await settled('clerk', 'column:demo.card:fnote:edit', false)
    expect(await requestText('clerk', { name: 'list', url: `${place}/list` })).toContain(MARK)
    const change = (who: Person, rev: number) =>
      server.call(who, 'PUT', `${place}/edit`, { body: { id, rev, fnote: `${MARK}又改` } })
    expect((await change('clerk', 2)).body.message).toContain('没有权限修改备注')
    expect((await change('other', 2)).body.code).toBe(200)
    await save('admin', { fnote: 'edit' })
  })
})

describe('a change of columns', () => {
  it('is shown with the people whom it affects before it is saved', async () => {
    const { body } = await server.call('admin', 'POST', '/sys/role/previewColumns', {
      body: buildBody(hidden),
    })
    expect(body.result).toEqual(
      ['备注', '工资', '明细 › 说明'].map((title, at) => ({
        path: Object.keys(hidden)[at],
        title,
        before: 'edit',
        right: 'none',
        people: 1,
      })),
    )
    expect(await controlled()).toEqual([])
  })

  it.each([
    [{ missing: 'none' }, 'COLUMN_NONE'],
    [{ 'items.fqty2': 'none' }, 'COLUMN_NONE'],
    [{ hasChild: 'read' }, undefined],
    [{ fname: 'none' }, 'COLUMN_IN_DICT'],
  ] as [Record<string, Right>, string | undefined][])('is refused for %j with %s', async (rights, reason) => {
    expect((await save('admin', rights)).reason).toBe(reason)
    if (reason === undefined) await save('admin', { hasChild: 'edit' })
  })

  it('is refused for the role of administrators, and gives nobody more than the own rights', async () => {
    expect(await save('admin', hidden, 'admin')).toMatchObject({ reason: 'ROLE_ADMIN' })
    expect(await save('clerk', hidden)).toMatchObject({ code: 403 })
    await save('admin', hidden, 'reader')
    await save('admin', hidden, 'clerk')
    await settled('reader', 'column:demo.card:fpay:read', false)
    expect(await save('reader', { fpay: 'edit' })).toMatchObject({ reason: 'ROLE_BEYOND' })
  })

  it('leaves one state when two administrators change two roles at the same time', async () => {
    const rights = Object.fromEntries(Object.keys(hidden).map((path) => [path, 'edit' as const]))
    await Promise.all([save('admin', rights, 'reader'), save('admin', rights, 'clerk')])
    await Promise.all([save('admin', { fpay: 'none' }, 'clerk'), save('admin', { fpay: 'none' }, 'reader')])
    expect([(await readRights('clerk')).fpay, (await readRights('reader')).fpay]).toEqual(['none', 'none'])
    expect((await readRights('other')).fpay).toBe('edit')
  })
})
