import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { emptyTables } from '../../../../support/empty-tables.ts'
import { sendImport } from '../../excel/send-import.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { type Person, TestServer } from '../test-server.ts'

/** Hidden from `other` in all states, from `clerk` after the approval. `reader` may write it until then. */
const rules = [
  { roles: ['other'], allow: 'hidden' },
  { roles: ['clerk'], states: ['已审核'], allow: 'hidden' },
  { states: ['已审核'], allow: 'read' },
]
const claim = noteScreen({
  id: 'demo/claim',
  title: '报销',
  perm: 'demo:claim',
  table: { name: 'demo_claim' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    {
      key: 'fprice',
      title: '金额',
      type: 'inputNumber',
      scale: 2,
      query: 'range',
      isOrder: true,
      validateRules: [{ unique: true }],
      access: { rules },
    },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_claim_item', fk: 'fclaimid' },
      socketKey: 'claim-items',
      fields: [
        { key: 'fpart', title: '部分', type: 'input' },
        { key: 'fcost', title: '成本', type: 'input', access: { rules } },
      ],
    },
    {
      key: 'notes',
      title: '批注',
      type: 'table',
      table: { name: 'demo_claim_note', fk: 'fclaimid' },
      socketKey: 'claim-notes',
      access: { rules },
      fields: [{ key: 'ftext', title: '文字', type: 'input' }],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    moves: [
      { code: 'audit', title: '审核', from: ['待审核'], to: '已审核' },
      { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核' },
    ],
  },
  actions: { toolbar: ['add', 'import', 'export'], row: ['edit', 'audit', 'unaudit', 'history'] },
})
const claimReport = {
  version: 2,
  kind: 'report',
  id: 'report/demo-claim',
  title: '报销',
  code: 'rp_demo_claim',
  perm: 'report:demo-claim',
  source: { sql: 'select c.fname, c.fprice from demo_claim c', tables: ['demo_claim'] },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fprice', title: '金额', type: 'inputNumber', scale: 2 },
  ],
}
const paper = {
  version: 2,
  kind: 'print',
  id: 'print/demo-claim',
  title: '报销单',
  screen: 'demo/claim',
  page: 'A4',
  header: { left: '{fprice}' },
  blocks: [
    { type: 'fields', fields: ['fname', 'fprice'] },
    { type: 'text', text: '有金额', when: 'fprice > 0' },
    { type: 'table', detail: 'items', columns: ['fpart', 'fcost'] },
    { type: 'table', detail: 'notes', columns: ['ftext'] },
  ],
}
const showing = noteScreen({
  id: 'demo/visit',
  title: '走访',
  perm: 'demo:visit',
  table: { name: 'demo_visit' },
  fields: [
    { key: 'fclaim', title: '报销', type: 'input', length: 36 },
    {
      key: 'fshown',
      title: '金额',
      type: 'inputNumber',
      scale: 2,
      from: { field: 'fclaim', screen: 'demo/claim', value: 'fprice' },
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  const verbs = ['list', 'detail', 'add', 'edit', 'audit', 'unaudit', 'import', 'export']
  const codes = [
    ...verbs.map((word) => `demo:claim:${word}`),
    ...['demo:visit:list', 'demo:visit:detail', 'report:demo-claim:list'],
  ]
  server = await TestServer.open(
    {
      'demo/claim.json': claim,
      'report/demo-claim.json': claimReport,
      'print/demo-claim.json': paper,
      'demo/visit.json': showing,
    },
    { clerk: codes, other: codes, reader: codes },
  )
})
afterAll(() => server?.close())

const secret = '8231.57'
const base = '/jeecg-boot/resource/demo/claim'
const call = (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, call = {}) =>
  server.call(who, method, path.startsWith('/') ? path : `${base}/${path}`, call)
let id = ''
let rows: { id: string }[] = []
const move = (code: string) => call('admin', 'POST', `move/${code}`, { body: { ids: id } })
beforeEach(async () => {
  await emptyTables(server.test.db.owner, 'demo_claim_item', 'demo_claim_note', 'demo_claim', 'demo_visit')
  const body = {
    fname: '甲',
    fprice: secret,
    items: [{ fpart: '一', fcost: secret }],
    notes: [{ ftext: secret }],
  }
  const { result } = (await call('admin', 'POST', 'add', { body })).body
  id = result.id
  rows = result.items
  await call('admin', 'POST', '/jeecg-boot/resource/demo/visit/add', { body: { fclaim: id } })
})

const download = async (who: Person, path: string): Promise<Buffer> => {
  const headers = { 'x-access-token': server.tokens.get(who) ?? '' }
  return (await server.app.inject({ method: 'GET', url: `${base}/${path}`, headers })).rawPayload
}
/** The rows of the sheets, and what is printed of them without their headings. */
const readSheets = async (who: Person): Promise<Record<string, unknown[]>> => {
  const book = read(await download(who, 'exportXls'))
  return Object.fromEntries(
    Object.entries(book.Sheets).map(([name, sheet]) => [name, utils.sheet_to_json(sheet, { header: 1 })]),
  )
}
const readPdf = async (who: Person): Promise<string> => {
  const path = `printPdf?ids=${id}&template=print/demo-claim`
  const file = await getDocumentProxy(new Uint8Array(await download(who, path)))
  return (await extractText(file, { mergePages: true })).text.replaceAll('有金额', secret)
}

/** The answers of all routes that read the record. */
async function readings(who: Person): Promise<Record<string, string>> {
  const detail = (key: string) => `${key}/list`
  const paths: Record<string, [string, object?]> = {
    list: ['list'],
    detail: ['queryById', { query: { id } }],
    rows: [detail('items'), { query: { master: id } }],
    notes: [detail('notes'), { query: { master: id } }],
    history: ['history', { query: { id } }],
    moves: ['moves', { query: { id } }],
    report: ['/jeecg-boot/online/cgreport/api/getData/rp_demo_claim'],
    'other records': ['/jeecg-boot/resource/demo/visit/list'],
  }
  const texts = Object.entries(paths).map(async ([name, [path, request]]) => {
    const { body } = await call(who, 'GET', path, request)
    return [name, JSON.stringify(body)] as const
  })
  const saved = await call(who, 'PUT', 'edit', { body: { id, fname: '乙' } })
  return {
    ...Object.fromEntries(await Promise.all(texts)),
    save: JSON.stringify(saved.body),
    export: JSON.stringify(await readSheets(who)),
    print: await readPdf(who),
  }
}
const revealing = async (who: Person) =>
  Object.entries(await readings(who)).flatMap(([name, text]) => (text.includes(secret) ? [name] : []))

it('a field hidden from a role is in no answer, whatever the state; what is hidden in a state only is not there in that state', async () => {
  expect(await revealing('other')).toEqual([])
  const shown = await revealing('clerk')
  expect(shown).toEqual(['list', 'detail', 'rows', 'save', 'export', 'print'])
  expect((await revealing('reader')).sort()).toEqual(
    [
      'list',
      'detail',
      'rows',
      'notes',
      'history',
      'report',
      'other records',
      'save',
      'export',
      'print',
    ].sort(),
  )
  await move('audit')
  expect(await revealing('other')).toEqual([])
  expect(await revealing('clerk')).toEqual([])
  expect(await revealing('reader')).toContain('detail')
  await move('unaudit')
  expect(await revealing('clerk')).toEqual(shown)
})

it('a field hidden in some state is refused in queries, orders, sums and groups, and left out of templates', async () => {
  const queries: [string, Record<string, string>][] = [
    ['list', { fprice_begin: '1' }],
    ['list', { column: 'fprice', order: 'asc' }],
    ['list', { superQueryParams: JSON.stringify([{ field: 'fprice', rule: 'gt', val: '1' }]) }],
    ['list', { superQueryParams: JSON.stringify([{ field: 'items.fcost', rule: 'eq', val: secret }]) }],
    ['summary', { field: 'fprice' }],
    ['summary', { groupBy: 'fprice' }],
    ['groups', { groupBy: 'fprice' }],
    ['exportXls', { column: 'fprice', order: 'asc' }],
  ]
  for (const [path, query] of queries)
    for (const who of ['clerk', 'other'] as const) {
      const { body } = await call(who, 'GET', path, { query })
      expect(body?.success, `${path} ${JSON.stringify(query)}`).toBe(false)
    }
  const sums = { query: { groupBy: 'fstate', field: 'fprice' } }
  const group = async (who: Person) => JSON.stringify((await call(who, 'GET', 'groups', sums)).body)
  expect([await group('reader'), await group('clerk')]).toEqual([
    expect.stringContaining(secret),
    expect.not.stringContaining('fprice'),
  ])
  expect((await call('reader', 'GET', 'summary', { query: { field: 'fprice' } })).status).toBe(200)
})

it('sheets of details have the columns that are hidden in some states, without values and rows of records in these', async () => {
  const second = { fname: '乙', items: [{ fpart: '二', fcost: '12' }], notes: [{ ftext: '批' }] }
  const { result } = (await call('admin', 'POST', 'add', { body: second })).body
  await call('admin', 'POST', 'move/audit', { body: { ids: result.id } })
  const open = {
    明细: [
      ['名称', '部分', '成本'],
      ['甲', '一', secret],
    ],
    批注: [
      ['名称', '文字'],
      ['甲', secret],
    ],
  }
  const { 明细: items = [], 批注: notes = [] } = await readSheets('clerk')
  expect(items).toEqual([open.明细[0], ['乙', '二'], open.明细[1]])
  expect(notes).toEqual(open.批注)
  expect(Object.keys(await readSheets('other'))).toEqual(['报销', '明细'])
  expect((await readSheets('reader')).明细?.[1]).toEqual([undefined, '二', '12'])
})

it('unsaved cells are sent to nobody from whom some state hides them', async () => {
  const join = async (who: Person, socketKey: string) => {
    const headers = { 'sec-websocket-protocol': server.tokens.get(who) ?? '' }
    const socket = await server.app.injectWS(`/vxeSocket/${who}/page`, { headers })
    const frames: string[] = []
    socket.on('message', (data) => frames.push(String(data)))
    onTestFinished(() => socket.terminate())
    const say = (type: string, data: object) => socket.send(JSON.stringify({ type, data }))
    say('subscribe', { socketKey })
    return { frames, say, has: (word: string) => frames.some((text) => text.includes(word)) }
  }
  const [items, notes] = [`claim-items:${id}`, `claim-notes:${id}`]
  const people = ['admin', 'reader', 'clerk', 'other'] as const
  const members = await Promise.all(people.map((who) => join(who, items)))
  const [writer, ...readers] = members
  const closed = await Promise.all(['clerk', 'other'].map((who) => join(who as Person, notes)))
  await expect.poll(() => members.every(({ has }) => has('subscribed'))).toBe(true)
  writer?.say('update_vxe_table', {
    socketKey: items,
    args: [{ id: rows[0]?.id, fpart: '改了', fcost: secret }, 'a'],
  })
  await expect.poll(() => readers.map(({ has }) => has('改了'))).toEqual([true, true, true])
  expect(readers.map(({ has }) => has(secret))).toEqual([true, false, false])
  expect(closed.map(({ has }) => has('subscribed'))).toEqual([false, false])
})

it('a repeated request, an undo and its refusal reveal nothing that the present state hides', async () => {
  const headers = { 'idempotency-key': 'claim-save-0001' }
  const save = () => call('clerk', 'PUT', 'edit', { body: { id, fname: '改' }, headers })
  expect(JSON.stringify((await save()).body)).toContain(secret)
  const batch = await call('clerk', 'POST', 'editBatch', { body: { ids: id, values: { fprice: 7 } } })
  const { undo } = batch.body.result
  expect(undo).toEqual(expect.any(String))
  await move('audit')
  const [again, undone] = [await save(), await call('clerk', 'POST', 'undo', { body: { id: undo } })]
  expect([again.body.success, undone.body.success]).toEqual([true, false])
  expect(JSON.stringify([again.body, undone.body])).not.toMatch(/8231|7\.00/)
  const taken = { tableName: 'demo_claim', fieldName: 'fprice', fieldVal: secret, dataId: '' }
  const probe = (who: Person) => call(who, 'GET', '/jeecg-boot/sys/duplicate/check', { query: taken })
  expect((await probe('clerk')).body.message).toContain('参数无效')
})

it('a value that may not be written in the state of the record is refused with its title; a hidden one is not compared', async () => {
  const edit = async (who: Person, body: object) =>
    (await call(who, 'PUT', 'edit', { body: { id, ...body } })).body
  const forbidden = { success: false, message: expect.stringContaining('不能修改金额') }
  expect(await edit('clerk', { fprice: 5 })).toMatchObject({ success: true })
  expect(await edit('other', { fprice: 5 })).toMatchObject(forbidden)
  await move('audit')
  for (const who of ['clerk', 'reader', 'other'] as const)
    expect(await edit(who, { fprice: 6 }), who).toMatchObject(forbidden)
  // A reader of the value may send it back; to another user the answer would confirm a guess.
  expect(await edit('reader', { fprice: 5 })).toMatchObject({ success: true })
  expect(await edit('clerk', { fprice: 5 })).toMatchObject(forbidden)
  const cell = { items: { changed: [{ id: rows[0]?.id, fcost: 'x' }] } }
  expect(await edit('reader', cell)).toMatchObject({ message: expect.stringContaining('不能修改成本') })
  const note = { notes: { added: [{ ftext: '新' }] } }
  for (const who of ['clerk', 'reader', 'other'] as const)
    expect(await edit(who, note), who).toMatchObject({ message: expect.stringContaining('不能修改批注') })
  const add = (who: Person) => call(who, 'POST', 'add', { body: { fname: '丙', fprice: 7 } })
  expect((await add('clerk')).body.success).toBe(true)
  expect((await add('other')).body).toMatchObject(forbidden)
  expect((await edit('admin', { fprice: 9 })).success).toBe(true)
})

it('an import leaves out a field that is hidden in some state, and writes another one in the states that allow it', async () => {
  const importAs = async (who: Person) => {
    await sendImport(
      server,
      'demo/claim',
      {
        报销: [
          ['名称', '金额'],
          [who, 3],
        ],
      },
      { who },
    )
    const found = await sql<{ fprice: string | null }>`
      select fprice from demo_claim where fname = ${who}`.execute(server.test.db.app)
    return found.rows
  }
  expect(await importAs('other')).toEqual([{ fprice: null }])
  expect(await importAs('clerk')).toEqual([{ fprice: null }])
  expect(await importAs('reader')).toEqual([{ fprice: '3.00' }])
})

it('of several roles the widest right counts; a role that everybody has does not', async () => {
  const setRole = async (role: string) => {
    const { test, services } = server
    await sql`delete from sys_user_role where user_id = 'other' and role_id <> 'other'`.execute(test.db.app)
    if (role) await sql`insert into sys_user_role values ('other', ${role})`.execute(test.db.app)
    await services.sessions.userChanged('other')
  }
  await setRole('nobody')
  expect(await revealing('other')).toEqual([])
  await setRole('clerk')
  expect(await revealing('other')).toContain('detail')
  expect(await revealing('other')).not.toContain('report')
  await setRole('reader')
  expect(await revealing('other')).toContain('report')
  await setRole('')
})

it('a page has the rights of its user, and no rule', async () => {
  const { body } = await server.call('clerk', 'GET', '/schema/documents/demo/claim')
  expect(JSON.stringify(body)).not.toMatch(/rules|allow|"other"/)
  const { access } = body.result.document.fields[1]
  const codes = (await server.call('clerk', 'GET', '/jeecg-boot/sys/permission/getUserPermissionByToken'))
    .body.result
  const held = new Set(codes.auth.map(({ action }: { action: string }) => action))
  const all = new Set(codes.allAuth.map(({ action }: { action: string }) => action))
  expect(all.has(access.read)).toBe(true)
  expect(
    [access.read, `${access.read}@待审核`, `${access.edit}@待审核`, `${access.read}@已审核`].map((code) =>
      held.has(code),
    ),
  ).toEqual([false, true, true, false])
})
