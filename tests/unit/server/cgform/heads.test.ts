import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const designer = ['design:read', 'design:write', 'design:release']
  server = await TestServer.open({}, { clerk: designer, other: designer, reader: ['design:read'] })
  await sql`create table old_ledger (id varchar(36) primary key, ledger_no varchar(40) not null)`.execute(
    server.test.db.owner,
  )
  await sql`comment on table old_ledger is '旧账'`.execute(server.test.db.owner)
})
afterAll(() => server?.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, parts: JsonObject = {}, who: Person = 'clerk') =>
  (await server.call(who, method, `/online/cgform${path}`, parts)).body
const configuration = async (headId: string) => ({
  head: (await call('GET', '/head/queryById', { query: { id: headId } })).result,
  fields: (await call('GET', '/field/listByHeadId', { query: { headId } })).result as JsonObject[],
  indexs: (await call('GET', '/index/listByHeadId', { query: { headId } })).result as JsonObject[],
})
const sync = (headId: string) => call('POST', `/api/doDbSynch/${headId}/normal`)
const names = async (query: JsonObject = {}) =>
  (await call('GET', '/head/list', { query: { pageSize: '200', ...query } })).result.records.map(
    ({ id }: JsonObject) => id,
  )

/** The rows that a client of JeecgBoot sends for every new table. */
const systemRows = ['id', 'create_by', 'create_time', 'update_by', 'update_time', 'sys_org_code'].map(
  (dbFieldName, orderNum) => ({ dbFieldName, dbFieldTxt: dbFieldName, dbType: 'string', orderNum }),
)
const row = (dbFieldName: string, dbFieldTxt: string, more: JsonObject = {}) => ({
  dbFieldName,
  dbFieldTxt,
  dbType: 'string',
  dbLength: 50,
  fieldShowType: 'text',
  isShowForm: '1',
  isShowList: '1',
  orderNum: 10,
  ...more,
})
const visit = {
  head: {
    tableName: 'crm_visit',
    tableTxt: '来访',
    tableType: 1,
    isCheckbox: 'Y',
    isPage: 'Y',
    formTemplate: '2',
  },
  fields: [
    ...systemRows,
    row('visitor_name', '来访人', { fieldMustInput: '1', isQuery: 1, queryMode: 'like' }),
    row('visit_day', '日期', { dbType: 'Date', fieldShowType: 'date', fieldDefaultValue: '#{date}' }),
  ],
  indexs: [{ indexName: 'crm_visit_day', indexField: 'visit_day', indexType: 'normal' }],
  deleteFieldIds: [],
  deleteIndexIds: [],
}

describe('a form that a client adds', () => {
  it('is a draft, whose table and screen its synchronisation makes', async () => {
    const added = await call('POST', '/api/addAll', { body: visit })
    expect(added).toMatchObject({ success: true, message: '添加成功！', result: { id: 'temp.crm_visit' } })
    expect(await configuration('temp.crm_visit')).toMatchObject({
      head: { tableTxt: '来访', isDbSynch: 'N', formTemplate: '2', formCategory: 'temp' },
      fields: [
        { dbFieldName: 'visitor_name', fieldMustInput: '1', queryMode: 'like' },
        { dbFieldName: 'visit_day', fieldShowType: 'date', fieldDefaultValue: '#{date}' },
      ],
      indexs: [{ indexName: 'crm_visit_day', indexField: 'visit_day' }],
    })
    expect((await call('GET', '/head/queryById', { query: { id: 'temp.crm_visit' } }, 'other')).success).toBe(
      false,
    )
    for (const part of ['getColumns', 'getData', 'getFormItem'])
      expect((await call('GET', `/api/${part}/temp.crm_visit`)).message).toBe('NO_DB_SYNC')

    expect((await sync('temp.crm_visit')).success).toBe(true)
    expect((await configuration('temp.crm_visit')).head.isDbSynch).toBe('Y')
    const saved = await server.call('admin', 'POST', '/online/cgform/api/form/temp.crm_visit', {
      body: { visitor_name: '张三', visit_day: '2026-03-01' },
    })
    expect(saved.body.success).toBe(true)
    const list = await server.call('admin', 'GET', '/online/cgform/api/getData/temp.crm_visit')
    expect(list.body.result.records).toMatchObject([{ visitor_name: '张三' }])
  })

  it('is edited by rows, and keeps its records when a column is renamed', async () => {
    const { head, fields, indexs } = await configuration('temp.crm_visit')
    const [name, day] = fields
    const edited = await call('PUT', '/api/editAll', {
      body: {
        head: { ...head, tableTxt: '来访登记' },
        fields: [{ ...name, dbFieldName: 'guest_name', dbFieldTxt: '客人' }, day, row('purpose', '事由')],
        indexs,
        deleteFieldIds: [],
        deleteIndexIds: [],
      },
    })
    expect(edited).toMatchObject({ success: true, message: '修改成功！' })
    expect((await sync('temp.crm_visit')).success).toBe(true)
    const list = await server.call('admin', 'GET', '/online/cgform/api/getData/temp.crm_visit')
    expect(list.body.result.records).toMatchObject([{ guest_name: '张三', purpose: null }])
    const { head: after } = await configuration('temp.crm_visit')
    expect(after).toMatchObject({ tableTxt: '来访登记', isDbSynch: 'Y' })
    const partly = await call('PUT', '/head/edit', { body: { id: 'temp.crm_visit', isPage: 'N' } })
    expect(partly.success).toBe(true)
    expect((await configuration('temp.crm_visit')).head).toMatchObject({ isPage: 'N', isDbSynch: 'N' })
    await sync('temp.crm_visit')
  })

  it('keeps what another designer released after its client read it', async () => {
    const { head, fields, indexs } = await configuration('temp.crm_visit')
    const titled = (name: string, dbFieldTxt: string) =>
      fields.map((field: JsonObject) => (field.dbFieldName === name ? { ...field, dbFieldTxt } : field))
    const edit = (changed: JsonObject[]) =>
      call('PUT', '/api/editAll', { body: { head, fields: changed, indexs } })
    await edit(titled('purpose', '来意'))
    await sync('temp.crm_visit')
    expect((await edit(titled('visit_day', '来访日'))).success).toBe(true)
    expect((await sync('temp.crm_visit')).success).toBe(true)
    const { fields: merged } = await configuration('temp.crm_visit')
    expect(merged.map(({ dbFieldTxt }: JsonObject) => dbFieldTxt)).toEqual(
      expect.arrayContaining(['来访日', '来意']),
    )
    expect((await edit(titled('purpose', '事项'))).success).toBe(true)
    expect((await sync('temp.crm_visit')).message).toMatch(/^同一处已经另外改过并发布了/)
    const { body } = await server.call('clerk', 'DELETE', '/design/documents/temp/crm_visit/draft')
    expect(body.success).toBe(true)
  })

  it('has sub-tables, which become details of its document', async () => {
    const sub = {
      head: { tableName: 'crm_visit_gift', tableTxt: '赠品', tableType: 3, relationType: 0 },
      fields: [
        ...systemRows,
        row('visit_id', '来访', { mainTable: 'crm_visit', mainField: 'id' }),
        row('gift_name', '名称'),
      ],
    }
    expect((await call('POST', '/api/addAll', { body: sub })).success).toBe(true)
    expect((await sync('temp.crm_visit')).success).toBe(true)
    const headId = 'temp.crm_visit.crmVisitGift'
    expect(await names({ tableType: '3' })).toContain(headId)
    expect((await configuration(headId)).fields).toMatchObject([
      { dbFieldName: 'visit_id', mainTable: 'crm_visit', mainField: 'id' },
      { dbFieldName: 'gift_name' },
    ])
    const { result } = await call('GET', '/api/getFormItem/temp.crm_visit', {}, 'admin')
    expect(result.schema.properties.crm_visit_gift).toMatchObject({
      view: 'tab',
      columns: [{ key: 'gift_name' }],
    })
    expect((await call('DELETE', '/head/removeRecord', { query: { id: headId } })).success).toBe(true)
    expect(await names({ tableType: '3' })).not.toContain(headId)
    const orphan = await call('POST', '/api/addAll', {
      body: { ...sub, fields: [row('x_id', 'x', { mainTable: 'no_such' })] },
    })
    expect(orphan.message).toContain('crm_visit_gift')
    await call('PUT', '/head/edit', { body: { id: 'temp.crm_visit', isPage: 'Y' } })
  })

  it('is refused with the reason when no document can say it', async () => {
    const add = async (head: JsonObject, ...rows: JsonObject[]) =>
      (await call('POST', '/api/addAll', { body: { head: { ...visit.head, ...head }, fields: rows } }))
        .message
    expect(await add({}, row('fx', '甲'))).toBe('数据库表[crm_visit]已存在,请修改表名')
    expect(await add({ tableName: '1x' }, row('fx', '甲'))).toContain('表名「1x」不能用')
    expect(await add({ tableName: 'crm_a' }, row('fx', '甲', { fieldShowType: 'teleport' }))).toContain(
      '控件类型 teleport',
    )
    expect(
      await add(
        { tableName: 'crm_a' },
        row('fx', '甲', { fieldShowType: 'list', dictField: 'no_such_dict' }),
      ),
    ).toContain('表单有错误，没有保存：/fields/0/dictCode')
    expect(await add({ tableName: 'crm_a', tableType: 3 }, row('fx', '甲'))).toContain('主表')
    expect((await call('POST', '/api/addAll', { body: visit }, 'reader')).success).toBe(false)
  })
})

describe('a word of a client that no document has', () => {
  it('is named in the answer', async () => {
    const { message, result } = await call('POST', '/api/addAll', {
      body: {
        head: { tableName: 'crm_words', tableTxt: '词', tableType: 1, scroll: 0 },
        fields: [row('note_text', '备注', { fieldExtendJson: '{"labelLength":6}', teleport: '1' })],
      },
    })
    expect(result.left).toEqual([
      'head.scroll',
      'note_text.fieldExtendJson.labelLength',
      'note_text.teleport',
    ])
    expect(message).toBe(`添加成功！这些设置没有对应的，没有保存：${result.left.join('、')}`)
    await call('DELETE', '/head/removeRecord', { query: { id: 'temp.crm_words' } })
  })
})

describe('copies of forms', () => {
  it('are views of the same table, in a list of their own', async () => {
    const { result } = await call('POST', '/head/copyOnline', { query: { code: 'temp.crm_visit' } })
    expect(result).toEqual({ id: 'temp.crm_visit-1' })
    expect(await names()).not.toContain('temp.crm_visit-1')
    const copies = await call('GET', '/head/list', { query: { copyType: '1', physicId: 'temp.crm_visit' } })
    expect(copies.result.records[0]).toMatchObject({
      tableName: 'crm_visit',
      copyType: 1,
      physicId: 'temp.crm_visit',
    })
    expect((await call('GET', '/head/queryById', { query: { id: 'temp.crm_visit' } })).result.hascopy).toBe(1)
    const list = await server.call('admin', 'GET', '/online/cgform/api/getData/temp.crm_visit-1')
    expect(list.body.result.total).toBe(1)
    expect(copies.result.records[0]).toMatchObject({ copyVersion: 1, tableVersion: expect.any(Number) })

    // A copy has a title, fields, an order and a form of its own; the table is that of the original.
    const { head, fields, indexs } = await configuration('temp.crm_visit-1')
    const [guest, day, purpose] = fields as [JsonObject, JsonObject, JsonObject]
    const save = (parts: JsonObject) =>
      call('PUT', '/api/editAll', { body: { head: { id: head.id }, fields: [], indexs: [], ...parts } })
    const edit = await save({
      head: { ...head, tableTxt: '来访（简）', formTemplate: '3' },
      fields: [
        { ...guest, dbFieldTxt: '访客', fieldLength: 200, orderNum: 1 },
        { ...purpose, isShowList: 0, orderNum: 2 },
        { ...day, orderNum: 3 },
      ],
      indexs,
    })
    expect(edit).toMatchObject({ message: '修改成功！', result: { id: 'temp.crm_visit-1', left: [] } })
    const draft = (await server.call('clerk', 'GET', '/design/documents/temp/crm_visit-1')).body.result.draft
    expect(draft.body).toMatchObject({
      extends: 'temp/crm_visit',
      title: '来访（简）',
      form: { columnCount: 3 },
      fields: [
        { key: 'guestName', title: '访客', width: 200 },
        { key: 'purpose', list: false },
      ],
    })
    expect((await sync('temp.crm_visit-1')).success).toBe(true)
    const own = await configuration('temp.crm_visit-1')
    expect(own.head).toMatchObject({ tableTxt: '来访（简）', formTemplate: '3', copyType: 1, copyVersion: 2 })
    expect(own.fields.map(({ dbFieldName }) => dbFieldName)).toEqual(['guest_name', 'purpose', 'visit_day'])

    // Its buttons are those of the draft: what was removed before stays removed.
    const builtIn = async () =>
      ((await call('GET', '/button/builtInList/temp.crm_visit-1')).result as JsonObject[]).map(
        ({ buttonCode }) => buttonCode,
      )
    const before = await builtIn()
    for (const id of ['temp.crm_visit-1.row.detail', 'temp.crm_visit-1.row.delete'])
      expect((await call('DELETE', '/button/delete', { query: { id } })).success).toBe(true)
    expect(await builtIn()).toEqual(before.filter((code) => code !== 'detail' && code !== 'delete'))

    await save({ fields: [{ ...guest, dbFieldTxt: '客人', fieldLength: 120 }], deleteFieldIds: [purpose.id] })
    const bare = (await server.call('clerk', 'GET', '/design/documents/temp/crm_visit-1')).body.result.draft
    expect(bare.body.fields).toEqual([{ key: 'purpose', remove: true }])
    expect((await save({ head: { ...head, tableName: 'crm_other' } })).message).toContain('请在原表单里改')
    expect(
      (await save({ fields: [{ ...day, dbType: 'Datetime', fieldShowType: 'datetime' }] })).message,
    ).toContain('只能在「temp/crm_visit」里改')
    expect(
      (await call('DELETE', '/head/removeRecord', { query: { id: 'temp.crm_visit' } })).message,
    ).toContain('还有别的文档在用')
    expect((await call('DELETE', '/head/removeRecord', { query: { id: 'temp.crm_visit-1' } })).success).toBe(
      true,
    )
  })

  it('are forms with tables of their own', async () => {
    const copied = await call('GET', '/head/copyOnlineTable/temp.crm_visit', {
      query: { tableName: 'crm_call' },
    })
    expect(copied.result).toEqual({ id: 'temp.crm_call' })
    expect((await configuration('temp.crm_call')).head).toMatchObject({
      tableName: 'crm_call',
      isDbSynch: 'N',
    })
    expect((await sync('temp.crm_call')).success).toBe(true)
    const again = await call('GET', '/head/copyOnlineTable/temp.crm_visit', {
      query: { tableName: 'crm_call' },
    })
    expect(again.message).toBe('数据库表[crm_call]已存在,请修改表名')
  })
})

describe('tables without a form', () => {
  it('are listed and become forms', async () => {
    const { result } = await call('GET', '/head/queryTables', { query: { tableName: 'ledger' } })
    expect(result.records).toEqual([{ id: 'old_ledger', tableName: 'old_ledger', tableTxt: '旧账' }])
    expect((await call('POST', '/head/transTables/old_ledger')).success).toBe(true)
    expect(await configuration('temp.old_ledger')).toMatchObject({
      head: { tableTxt: '旧账', isDbSynch: 'N' },
      fields: [{ dbFieldName: 'ledger_no', fieldMustInput: '1', dbLength: 40 }],
    })
    expect((await call('POST', '/head/transTables/no_such')).message).toContain('没有可以导入的表 no_such')
  })
})

describe('a form that is removed', () => {
  const exists = async (table: string) =>
    (
      await sql<{ name: string | null }>`select to_regclass(${table})::text as name`.execute(
        server.test.db.owner,
      )
    ).rows[0]?.name === table

  it('leaves its table, or loses it where the client says so', async () => {
    expect(
      (await call('DELETE', '/head/deleteBatch', { query: { ids: 'temp.crm_call', flag: '0' } })).success,
    ).toBe(true)
    expect(await exists('crm_call')).toBe(true)
    expect((await call('DELETE', '/head/delete', { query: { id: 'temp.crm_visit' } })).message).toBe(
      '删除成功!',
    )
    expect(await exists('crm_visit')).toBe(false)
    expect((await call('DELETE', '/head/removeRecord', { query: { id: 'temp.old_ledger' } })).success).toBe(
      true,
    )
    expect(await exists('old_ledger')).toBe(true)
    expect(await names()).not.toContain('temp.old_ledger')
    expect((await call('DELETE', '/head/delete', { query: { id: 'temp.gone' } })).success).toBe(false)
    expect((await call('DELETE', '/head/delete', { query: { id: 'demo.order' } })).message).toContain(
      '随系统安装',
    )
  })
})
