import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { loanScreen } from './loan-screen.ts'

const codes = (perm: string, ...verbs: string[]) => verbs.map((verb) => `${perm}:${verb}`)
const file = `temp/${'a'.repeat(32)}.txt`
let server: TestServer
let loan: JsonObject
let places: Record<string, string> = {}
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/loan.json': loanScreen({
        list: { layout: 'erp' },
        fields: [
          { key: 'fname', title: '名称', type: 'input', query: 'like', validateRules: [{ unique: true }] },
          { key: 'fcost', title: '费用', type: 'inputNumber', scale: 2, access: { read: 'demo:loan:cost' } },
          { key: 'ffile', title: '附件', type: 'file', list: false },
          { key: 'fday', title: '日期', type: 'date', defaultValue: '=today()' },
          {
            key: 'items',
            title: '展品',
            type: 'table',
            table: { name: 'dmo_loan_item', fk: 'floanid' },
            fields: [
              { key: 'itemName', title: '品名', type: 'input' },
              {
                key: 'fprice',
                title: '估价',
                type: 'inputNumber',
                scale: 2,
                access: { read: 'demo:loan:cost' },
              },
            ],
          },
        ],
      }),
      'demo/place.json': {
        version: 2,
        kind: 'screen',
        id: 'demo/place',
        title: '地点',
        perm: 'demo:place',
        table: { name: 'dmo_place' },
        tree: { parent: 'pid', hasChild: 'hasChild', text: 'fname' },
        list: { layout: 'tree', sort: 'fname' },
        fields: [
          { key: 'fname', title: '名称', type: 'input', query: 'like' },
          { key: 'pid', title: '上级', type: 'input', length: 36, list: false },
          { key: 'hasChild', type: 'hidden', length: 1 },
        ],
      },
      'demo/place-tree.json': {
        version: 2,
        kind: 'dict',
        id: 'demo/place-tree',
        title: '地点树',
        code: 'tree:place',
        source: { screen: 'demo/place', text: 'fname', value: 'id', parent: 'pid' },
      },
    },
    {
      clerk: [
        ...codes('demo:loan', 'list', 'detail', 'add', 'edit', 'import', 'export', 'cost'),
        ...codes('demo:place', 'list', 'add'),
      ],
      reader: codes('demo:loan', 'list', 'detail', 'export'),
      other: codes('demo:loan', 'list'),
    },
  )
  const saved = await server.call('clerk', 'POST', '/online/cgform/api/form/demo.loan', {
    body: {
      fname: '古籍展',
      fcost: 12.5,
      dmo_loan_item: [
        { item_name: '府志', fprice: 3 },
        { item_name: '通志', fprice: 4 },
      ],
    },
  })
  loan = saved.body.result
  await server.call('clerk', 'POST', '/online/cgform/api/form/demo.loan', { body: { fname: '新书展' } })
  const add = async (fname: string, pid?: string) =>
    (await server.call('clerk', 'POST', '/resource/demo/place/add', { body: { fname, ...(pid && { pid }) } }))
      .body.result.id
  const top = await add('A 库')
  places = { top, inner: await add('A 库一层', top), second: await add('B 库') }
})
afterAll(() => server?.close())

const get = async (path: string, query: Record<string, string> = {}, who: Person = 'clerk') =>
  (await server.call(who, 'GET', `/online/cgform/api${path}`, { query })).body
const names = (records: JsonObject[]) => records.map(({ fname }) => fname)

describe('a client of online forms', () => {
  it('reads the main list of an ERP screen with a list for each sub-table', async () => {
    const { result } = await get('/getErpColumns/demo.loan')
    expect(result.main).toMatchObject({ code: 'demo.loan', tableType: 2 })
    expect(result.subList).toMatchObject([
      {
        code: 'demo.loan.items',
        description: '展品',
        currentTableName: 'dmo_loan_item',
        tableType: 3,
        relationType: 0,
        foreignKeys: [{ field: 'floanid', table: 'dmo_loan', key: 'id' }],
        columns: [{ dataIndex: 'item_name' }, { dataIndex: 'fprice' }],
      },
    ])
    const limited = await get('/getErpColumns/demo.loan', {}, 'reader')
    expect(limited.result.subList[0].columns).toMatchObject([{ dataIndex: 'item_name' }])
    const inner = await get('/getColumns/demo.loan.items', { tabletype: '3' })
    expect(inner.result.currentTableName).toBe('dmo_loan_item')
  })

  it('reads the rows of one record by its foreign key, with the columns of its rights', async () => {
    const query = { floanid: String(loan.id), tabletype: '3', column: 'id', order: 'asc' }
    const rows = await get('/getData/demo.loan.items', query)
    expect(rows.result).toMatchObject({
      total: 2,
      records: [{ item_name: '府志', fprice: 3, floanid: loan.id }, {}],
    })
    const limited = await get('/getData/demo.loan.items', query, 'reader')
    expect(limited.result.records[0]).not.toHaveProperty('fprice')
    expect((await get('/getData/demo.loan.items', query, 'other')).success).toBe(false)
    expect((await get(`/subform/list/dmo_loan_item/${loan.id}`)).result).toMatchObject([
      { item_name: '府志' },
      { item_name: '通志' },
    ])
    expect((await get(`/subform/dmo_loan_item/${loan.id}`)).result).toMatchObject({ item_name: '府志' })
    expect((await get('/subform/dmo_loan_item/nothing')).success).toBe(false)
    expect((await get('/getData/demo.loan.items', { tabletype: '3' })).success).toBe(false)
  })

  it('reads the form by the name of its table, and the fields of an advanced query', async () => {
    const { result } = await get('/getFormItemBytbname/dmo_loan')
    expect(result.schema.properties).toMatchObject({
      fname: { view: 'text', pattern: 'only' },
      fday: { view: 'date', defVal: '#{date}' },
      dmo_loan_item: { foreignKey: 'floanid', relationType: 0 },
    })
    const { result: fields } = await get('/getQueryInfoVue3/demo.loan')
    expect(fields).toMatchObject({
      table: 'dmo_loan',
      joinQuery: true,
      searchFieldList: ['fname'],
      properties: { dmo_loan_item: { fields: { item_name: { title: '品名' } } } },
    })
    const limited = await get('/getQueryInfoVue3/demo.loan', {}, 'reader')
    expect(JSON.stringify(limited.result)).not.toContain('fcost')
    expect(JSON.stringify(limited.result)).not.toContain('fprice')
  })

  it('opens the form and one row of a sub-table by the id of its head, with the columns of its rights', async () => {
    const { result } = await get('/getFormItem/demo.loan.items')
    expect(result).toMatchObject({
      head: { tableName: 'dmo_loan_item', tableType: 3 },
      schema: { table: 'dmo_loan_item', properties: { item_name: { view: 'text', title: '品名' } } },
    })
    expect(Object.keys(result.schema.properties)).toContain('fprice')
    expect(result.schema.properties).not.toHaveProperty('fname')
    const limited = await get('/getFormItem/demo.loan.items', {}, 'reader')
    expect(Object.keys(limited.result.schema.properties)).not.toContain('fprice')

    const [first] = (await get(`/subform/list/dmo_loan_item/${loan.id}`)).result
    const place = `/form/demo.loan.items/${first.id}`
    expect((await get(place)).result).toMatchObject({ id: first.id, item_name: '府志', floanid: loan.id })
    expect((await get(place, {}, 'reader')).result).not.toHaveProperty('fprice')
    expect((await get(place, {}, 'other')).success).toBe(false)
    expect((await get('/form/demo.loan.items/nothing')).message).toBe('未找到对应实体')
  })

  it('searches by the columns of main and sub-table', async () => {
    const search = (...items: JsonObject[]) =>
      get('/getData/demo.loan', {
        superQueryMatchType: 'and',
        superQueryParams: encodeURIComponent(JSON.stringify(items)),
      })
    const main = await search({ field: 'fname', rule: 'like', val: '古籍' })
    expect(names(main.result.records)).toEqual(['古籍展'])
    const inner = await search({ field: 'dmo_loan_item,item_name', rule: 'eq', val: '通志' })
    expect(names(inner.result.records)).toEqual(['古籍展'])
    expect((await search({ field: 'no_such', rule: 'eq', val: '1' })).success).toBe(false)
  })

  it('opens a tree level by level, and searches all levels', async () => {
    const roots = await get('/getTreeData/demo.place')
    expect(roots.result.records).toMatchObject([
      { fname: 'A 库', has_child: '1' },
      { fname: 'B 库', has_child: '0' },
    ])
    const children = await get('/getTreeData/demo.place', { pid: String(places.top), has_child: '1' })
    expect(names(children.result.records)).toEqual(['A 库一层'])
    const found = await get('/getTreeData/demo.place', { hasQuery: 'true', fname: '*一层*' })
    expect(names(found.result.records)).toEqual(['A 库一层'])
    expect((await get('/getTreeData/demo.loan')).success).toBe(false)
  })

  it('receives the options of linked selects', async () => {
    const all = await get('/querySelectOptions', {
      table: 'dmo_place',
      txt: 'fname',
      key: 'id',
      pidField: 'pid',
    })
    expect(all.result.map(({ label }: JsonObject) => label).sort()).toEqual(['A 库', 'B 库'])
    const below = await get('/querySelectOptions', {
      ...{ table: 'dmo_place', txt: 'fname', key: 'id', pidField: 'pid', pidValue: String(places.top) },
    })
    expect(below.result).toEqual([
      { label: 'A 库一层', store: places.inner, id: places.inner, pid: places.top },
    ])
    const script = await get('/querySelectOptions', {
      table: 'dmo_place',
      txt: 'fname',
      key: 'id',
      condition: '1=1',
    })
    expect(script.message).toContain('不能写 SQL')
    const unknown = await get('/querySelectOptions', { table: 'sys_user', txt: 'password', key: 'id' })
    expect(unknown.message).toContain('没有登记为字典')
  })
})

interface Sheets {
  SheetNames: string[]
  Sheets: Record<string, unknown>
}
const xlsx = createRequire(import.meta.url)('@e965/xlsx') as {
  read(data: Buffer): Sheets
  utils: { sheet_to_json(sheet: unknown, options: object): unknown[][] }
}

describe('the files of online forms', () => {
  const download = (who: Person, path: string, query: Record<string, string> = {}) =>
    server.app.inject({
      method: 'GET',
      url: `/online/cgform${path}`,
      query,
      headers: { 'x-access-token': server.tokens.get(who) ?? '' },
    })

  it('are workbooks of the list with its conditions, and zip archives of a file field', async () => {
    const reply = await download('clerk', '/api/exportXls/demo.loan', {
      paramsStr: JSON.stringify({ fname: '*古籍*', column: 'id', order: 'asc' }),
    })
    expect(reply.headers['content-type']).toContain('spreadsheetml')
    const book = xlsx.read(reply.rawPayload)
    const rows = xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''], { header: 1 })
    expect(rows.flat()).toContain('古籍展')
    expect(rows.flat()).not.toContain('新书展')
    expect((await download('other', '/api/exportXls/demo.loan')).statusCode).toBe(403)

    mkdirSync(join(server.dataDir, 'files/temp'), { recursive: true })
    writeFileSync(join(server.dataDir, 'files', file), '附件')
    await server.test.db.app
      .updateTable('dmo_loan' as never)
      .set({ ffile: file } as never)
      .where('id' as never, '=', loan.id as never)
      .execute()
    const zip = await download('clerk', `/field/download/demo.loan/${loan.id}/ffile`)
    expect(zip.headers['content-type']).toBe('application/zip')
    expect(zip.rawPayload.includes(`${'a'.repeat(32)}.txt`)).toBe(true)
    expect((await download('clerk', `/field/download/demo.loan/${loan.id}/fname`)).statusCode).toBe(404)
  })

  it('are imported as at the ordinary address', async () => {
    const template = await server.app.inject({
      method: 'GET',
      url: '/resource/demo/loan/exportXls',
      headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
    })
    const boundary = 'x-boundary'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="loan.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      template.rawPayload,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const send = (who: Person) =>
      server.app.inject({
        method: 'POST',
        url: '/online/cgform/api/importXls/demo.loan',
        payload,
        headers: {
          'x-access-token': server.tokens.get(who) ?? '',
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      })
    // The names are unique, so the exported records are refused as duplicates.
    expect((await send('clerk')).json()).toMatchObject({ code: 201 })
    expect((await send('other')).statusCode).toBe(403)
  })
})
