import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { requireScreen } from '#server/modules/cgform/screens.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { loanScreen } from './loan-screen.ts'

const codes = (...verbs: string[]) => verbs.map((verb) => `demo:loan:${verb}`)
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/loan.json': loanScreen({
        fields: [
          { key: 'fname', title: '名称', type: 'input', query: 'like', validateRules: [{ required: true }] },
          {
            key: 'loanState',
            title: '状态',
            type: 'select',
            options: [{ value: '1', text: '在借' }],
            query: 'eq',
          },
          { key: 'fday', title: '日期', type: 'date', query: 'range', isOrder: true },
          { key: 'fcost', title: '费用', type: 'inputNumber', scale: 2, access: { read: 'demo:loan:cost' } },
          {
            key: 'items',
            title: '展品',
            type: 'table',
            table: { name: 'dmo_loan_item', fk: 'floanid' },
            fields: [
              { key: 'itemName', title: '品名', type: 'input', validateRules: [{ required: true }] },
              { key: 'fnum', title: '数量', type: 'inputNumber', scale: 0 },
            ],
          },
        ],
        actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
      }),
    },
    {
      clerk: [...codes('list', 'detail', 'add', 'edit', 'delete', 'cost'), 'design:read', 'design:release'],
      reader: codes('list'),
      other: [],
    },
  )
})
afterAll(() => server?.close())

const api = '/jeecg-boot/online/cgform/api'
const head = 'demo.loan'

/** The calls of a client that was written for JeecgBoot. */
const client = (who: Person) => {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: JsonObject,
    query?: JsonObject,
  ) =>
    (
      await server.call(who, method, `${api}${path}`, {
        ...(body && { body }),
        ...(query && { query }),
      } as never)
    ).body
  return {
    columns: () => call('GET', `/getColumns/${head}`),
    form: () => call('GET', `/getFormItem/${head}`),
    queryInfo: () => call('GET', `/getQueryInfo/${head}`),
    list: (query: JsonObject = {}) =>
      call('GET', `/getData/${head}`, undefined, { hasQuery: 'true', column: 'id', order: 'asc', ...query }),
    open: (id: string) => call('GET', `/form/${head}/${id}`),
    add: (body: JsonObject) => call('POST', `/form/${head}?tabletype=2`, body),
    edit: (body: JsonObject) => call('PUT', `/form/${head}?tabletype=2`, body),
    remove: (ids: string) => call('DELETE', `/form/${head}/${ids}`),
  }
}

describe('the page of an online list', () => {
  const find = (who: Person, name: string) => server.call(who, 'GET', `/jeecg-boot/schema/online/${name}`)

  it('finds its screen by the id of a head and by a table, those of rows included', async () => {
    for (const name of ['demo.loan', 'demo.loan.items', 'dmo_loan', 'DMO_LOAN', 'dmo_loan_item'])
      expect((await find('reader', name)).body.result, name).toEqual({ id: 'demo/loan' })
    expect((await find('reader', 'dmo_nothing')).status).toBe(404)
  })

  it('is refused without the right to list the records', async () => {
    expect((await find('other', 'dmo_loan')).status).toBe(403)
    expect((await find('other', 'demo.loan')).status).toBe(403)
  })
})

describe('a client of online forms', () => {
  it('lists, opens, adds, edits and deletes records with their detail rows', async () => {
    const { add, list, open, edit, remove } = client('clerk')
    const added = await add({
      fname: '古籍展',
      loan_state: '1',
      fday: '2026-03-01',
      dmo_loan_item: [
        { item_name: '府志', fnum: 2 },
        { item_name: '通志', fnum: 1 },
      ],
    })
    expect(added).toMatchObject({ success: true, message: '添加成功！' })
    await add({ fname: '新书展', fday: '2026-04-01', dmo_loan_item: '' })

    const all = (await list()).result
    expect(all).toMatchObject({ total: 2, fieldList: [] })
    const found = (await list({ loan_state: '1', fday_begin: '2026-01-01', fday_end: '2026-03-31' })).result
    expect(found.records).toMatchObject([{ fname: '古籍展', loan_state: '1' }])
    expect(found.records[0]).toHaveProperty('create_time')
    expect((await list({ pageSize: '-521' })).result.records).toHaveLength(2)

    const record = (await open(found.records[0].id)).result
    const [first] = record.dmo_loan_item
    expect(first).toMatchObject({ item_name: '府志', fnum: 2 })
    // Rows with a stored id change, others are added, and missing ones are removed.
    const edited = await edit({
      ...record,
      fname: '方志展',
      dmo_loan_item: [
        { ...first, fnum: 5 },
        { id: 'new_1', item_name: '县志', fnum: 3 },
      ],
    })
    expect(edited).toMatchObject({ success: true, message: '修改成功！' })
    const after = (await open(record.id)).result
    expect(after.fname).toBe('方志展')
    expect(
      after.dmo_loan_item.map(({ id, item_name, fnum }: JsonObject) => [id === first.id, item_name, fnum]),
    ).toEqual([
      [true, '府志', 5],
      [false, '县志', 3],
    ])

    expect(await remove(all.records.map(({ id }: JsonObject) => id).join(','))).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    expect((await list()).result.total).toBe(0)
  })

  it('adds, edits and deletes single rows of a sub-table, as an edit of their record', async () => {
    const { add, open, remove } = client('clerk')
    const saved = await add({
      fname: '碑帖展',
      fday: '2026-05-01',
      dmo_loan_item: [{ item_name: '府志', fnum: 2 }],
    })
    const { id } = saved.result
    const rows = async (
      method: 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: JsonObject,
      who: Person = 'clerk',
    ) =>
      (await server.call(who, method, `${api}/form/demo.loan.items${path}`, { ...(body && { body }) })).body
    const stored = async () =>
      (await open(id)).result.dmo_loan_item.map(({ item_name, fnum }: JsonObject) => [item_name, fnum])

    const added = await rows('POST', '?tabletype=3', { floanid: id, item_name: '通志', fnum: 1 })
    expect(added).toMatchObject({ success: true, message: '添加成功！' })
    expect(await stored()).toEqual([
      ['府志', 2],
      ['通志', 1],
    ])
    const [first, second] = (await open(id)).result.dmo_loan_item
    const edited = await rows('PUT', '?tabletype=3', { ...second, item_name: '县志' })
    expect(edited).toMatchObject({ success: true, message: '修改成功！' })
    expect(await rows('DELETE', `/${first.id}?tabletype=3`)).toMatchObject({ message: '删除成功!' })
    expect(await stored()).toEqual([['县志', 1]])
    expect((await rows('POST', '?tabletype=3', { floanid: 'nothing', item_name: '志' })).success).toBe(false)
    const refused = await rows('POST', '?tabletype=3', { floanid: id, item_name: '志' }, 'reader')
    expect(refused.success).toBe(false)
    expect(await stored()).toEqual([['县志', 1]])
    await remove(id)
  })

  it('adds, edits and deletes rows that are saved by themselves, with the rights to them', async () => {
    const added = await server.call('clerk', 'POST', '/resource/demo/purchase/add', {
      body: { fname: '采购', frate: 0 },
    })
    const { id } = added.body.result
    const rows = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: JsonObject,
      who: Person = 'clerk',
    ) => (await server.call(who, method, `${api}${path}`, { ...(body && { body }) })).body
    const place = '/form/demo.purchase.items'
    const saved = await rows('POST', `${place}?tabletype=3`, {
      fpurchaseid: id,
      fspmc: '纸',
      fnum: 2,
      fprice: 3,
    })
    expect(saved).toMatchObject({ message: '添加成功！', result: { fspmc: '纸', famount: 6 } })
    const edited = await rows('PUT', `${place}?tabletype=3`, { ...saved.result, fnum: 4 })
    expect(edited).toMatchObject({ message: '修改成功！', result: { id: saved.result.id, famount: 12 } })
    const list = async () => (await rows('GET', `/subform/list/demo_purchase_item/${id}`)).result
    expect(await list()).toMatchObject([{ fspmc: '纸', fnum: 4 }])
    expect((await rows('GET', `/form/demo.purchase/${id}`)).result.fsum).toBe(12)
    // The reader may add rows and see them; changing and deleting them needs codes of their own.
    const refused = [
      await server.call('reader', 'PUT', `${api}${place}`, { body: { ...saved.result, fnum: 9 } }),
      await server.call('reader', 'DELETE', `${api}${place}/${saved.result.id}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    expect(await rows('DELETE', `${place}/${saved.result.id}?tabletype=3`)).toMatchObject({
      message: '删除成功!',
    })
    expect(await list()).toEqual([])
  })

  it('receives columns, query items and the form of what its user may see', async () => {
    const { result: columns } = await client('clerk').columns()
    expect(columns.columns.map(({ dataIndex }: JsonObject) => dataIndex)).toEqual([
      'fname',
      'loan_state',
      'fday',
      'fcost',
    ])
    expect(columns.dictOptions.loan_state).toEqual([{ value: '1', text: '在借', title: '在借' }])
    expect(columns.hideColumns).toEqual(['import', 'export'])
    const { result: limited } = await client('reader').columns()
    expect(limited.columns.map(({ dataIndex }: JsonObject) => dataIndex)).not.toContain('fcost')
    expect(limited.hideColumns).toContain('add')
    const { result: items } = await client('reader').queryInfo()
    expect(items).toMatchObject([
      { field: 'fname', mode: 'like', hidden: '0' },
      { field: 'loan_state', view: 'list', mode: 'single', hidden: '0' },
      { field: 'fday', view: 'date', mode: 'group', hidden: '1' },
    ])
    const { result: form } = await client('clerk').form()
    expect(form.head).toMatchObject({
      id: head,
      tableName: 'dmo_loan',
      tableType: 2,
      subTableStr: 'dmo_loan_item',
    })
    expect(form.schema.required).toEqual(['fname'])
    expect(form.schema.properties.dmo_loan_item).toMatchObject({
      view: 'tab',
      columns: [{ key: 'item_name' }, { key: 'fnum' }],
    })
  })

  it('is refused without the permissions, as at the ordinary addresses', async () => {
    const limited = client('reader')
    expect((await limited.list()).success).toBe(true)
    for (const refused of [
      limited.add({ fname: 'x' }),
      limited.edit({ id: '1' }),
      limited.remove('1'),
      client('other').list(),
    ])
      expect((await refused).success).toBe(false)
    expect((await client('clerk').add({ loan_state: '1' })).success).toBe(false)
  })

  it('ignores a condition on a column that the user may not read, and parameters that a list does not have', async () => {
    const limited = client('reader')
    await client('clerk').add({ fname: '有费用', fcost: 12 })
    const { total } = (await limited.list()).result
    const asked = await limited.list({ fcost: '999', isMultiTranslate: 'true', templateCategory: 'x' })
    expect(asked.result.total).toBe(total)
    expect((await limited.list({ column: 'fcost' })).success).toBe(false)
  })
})

describe('the heads of online forms', () => {
  const get = async (who: Person, path: string, query: JsonObject) =>
    (await server.call(who, 'GET', `/online/cgform${path}`, { query } as never)).body

  it('are the tables of the documents, with their fields', async () => {
    const { result } = await get('clerk', '/head/list', { tableName: 'dmo_loan' })
    expect(result.records).toMatchObject([
      { id: head, tableTxt: '借展', tableType: 2, isDbSynch: 'Y' },
      { id: `${head}.items`, tableName: 'dmo_loan_item', tableType: 3 },
    ])
    expect((await get('clerk', '/head/queryById', { id: head })).result.tableName).toBe('dmo_loan')
    expect((await get('clerk', '/field/listByHeadId', { headId: head })).result).toMatchObject([
      { dbFieldName: 'fname', fieldMustInput: '1' },
      { dbFieldName: 'loan_state', fieldShowType: 'list' },
      { dbFieldName: 'fday', dbType: 'Date' },
      { dbFieldName: 'fcost', dbType: 'BigDecimal' },
    ])
    expect((await get('reader', '/head/list', {})).success).toBe(false)
  })

  it('refuse the name of a table that another screen has', async () => {
    expect((await get('clerk', '/api/checkOnlyTable', { tbname: 'dmo_loan', id: head })).success).toBe(true)
    expect((await get('clerk', '/api/checkOnlyTable', { tbname: 'dmo_free' })).success).toBe(true)
    expect((await get('clerk', '/api/checkOnlyTable', { tbname: 'dmo_loan' })).message).toContain('dmo_loan')
  })

  it('keep all data when their tables are synchronised, and are never dropped', async () => {
    const sync = async (mode: string) =>
      (await server.call('clerk', 'POST', `/online/cgform/api/doDbSynch/${head}/${mode}`)).body
    expect((await sync('normal')).success).toBe(true)
    expect((await sync('force')).success).toBe(false)
  })

  it('answer NO_DB_SYNC while a table waits for the plan of its changes', () => {
    const problem = { file: 'late', path: '/table', code: 'TABLE_PLAN', text: '待确认' } as const
    const documents = {
      screen: () => undefined,
      entries: () => [],
      broken: () => new Map([['demo/late', [problem]]]),
    }
    const entry = (id: string) => () => requireScreen(documents as never, id)
    expect(entry('demo.late')).toThrow('NO_DB_SYNC')
    expect(entry('demo.gone')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })
})
