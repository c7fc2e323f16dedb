import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { toConfigurations, toDocument } from '#server/modules/cgform/heads/settings/configuration.ts'
import type { Links } from '#server/modules/cgform/heads/settings/links.ts'
import { addDetail, editDocument } from '#server/modules/cgform/heads/write/edit.ts'

const links: Links = {
  findScreen: () => undefined,
  findPicker: (name) => (name === 'bas_goods' ? 'goods' : undefined),
}
// The keys of every record, such as `id`, are no keys of fields.
const word = fc.stringMatching(/^f[a-z]{1,8}$/)
const title = fc.constantFrom('名称', '状态', '日期', '费用')
const flag = (value: JsonObject) => fc.constantFrom({}, value)
const rules = fc.constantFrom(
  {},
  { validateRules: [{ required: true }] },
  { validateRules: [{ unique: true }] },
  { validateRules: [{ required: true }, { pattern: 'n6-16' }] },
)
const orderRule = ['$', '{order_num}'].join('')
const typed = fc.constantFrom<JsonObject>(
  { type: 'input' },
  { type: 'input', length: 50, query: 'like', href: '/base/goods?id={fid}' },
  { type: 'input', store: 'text', defaultValue: '=user.realname' },
  { type: 'inputNumber', store: 'int', query: 'range', defaultValue: 3 },
  { type: 'inputNumber', store: 'long' },
  { type: 'inputNumber', length: 10, scale: 2 },
  { type: 'textarea', length: 500 },
  { type: 'date', query: true, defaultValue: '=today()' },
  { type: 'datetime' },
  { type: 'select', dictCode: 'unit', query: true },
  { type: 'radio', dictCode: 'bas_goods,fname,id' },
  { type: 'checkbox_group', dictCode: 'unit' },
  { type: 'list_multi', dictCode: 'unit' },
  { type: 'sel_user', multi: true },
  { type: 'sel_depart' },
  { type: 'cat_tree', dictCode: 'category:B01' },
  { type: 'sel_tree', dictCode: 'tree:location' },
  { type: 'sel_tree', dictCode: 'sys_depart,depart_name,id', pidField: 'parent_id', pidValue: '0' },
  { type: 'popup', popupCode: 'rp_goods', orgFields: ['id'], destFields: ['fname'] },
  { type: 'link_table', dictCode: 'bas_goods,fname,id', popupCode: 'goods', showType: 'card', multi: true },
  { type: 'select', dictCode: 'unit', store: 'int' },
  { type: 'list_multi', dictCode: 'unit', length: 64 },
  { type: 'sel_depart', dictCode: 'sys_depart,depart_name,org_code', multi: true },
  { type: 'time', defaultValue: '=now()' },
  { type: 'input', auto: orderRule },
  { type: 'input', query: { rule: 'like', defaultValue: '甲', required: true } },
  { type: 'select', dictCode: 'bas_goods,fname,id', query: {} },
  { type: 'switch' },
  {
    type: 'switch',
    options: [
      { value: '1', text: '是' },
      { value: '0', text: '否' },
    ],
  },
  { type: 'file', number: 5 },
  { type: 'image' },
  { type: 'password', writeOnly: true },
)
const field = fc
  .tuple(
    word,
    title,
    typed,
    rules,
    flag({ list: false }),
    flag({ form: false }),
    flag({ width: 90 }),
    flag({ disabled: true }),
    flag({ isOrder: true }),
  )
  .map(([key, name, ...parts]) => Object.assign({ key, title: name }, ...parts) as JsonObject)
const fields = fc.uniqueArray(field, { minLength: 1, maxLength: 6, selector: ({ key }) => key })
const detail = fc.record({ fields, look: flag({ look: 'form' }) }).map(({ look, ...rest }) => ({
  ...rest,
  ...look,
  key: 'rowItems',
  title: '明细',
  type: 'table',
  table: { name: 'row_items', fk: 'fbillid' },
}))
const screen = fc
  .record({
    fields,
    details: fc.array(detail, { maxLength: 1 }),
    list: fc.constantFrom({}, { list: { layout: 'erp' } }, { list: { paging: false, select: false } }),
    form: fc.constantFrom({}, { form: { columnCount: 3 } }, { form: { width: 900, open: 'page' } }),
    hasIndex: fc.boolean(),
  })
  .map(({ fields: head, details, list, form, hasIndex }) => {
    const keys = head.slice(0, 2).map(({ key }) => key)
    const indexes = [keys, { fields: keys, unique: true, name: 'dmo_loan_key' }]
    return {
      version: 2,
      kind: 'screen',
      id: 'temp/dmo_loan',
      title: '借展',
      table: { name: 'dmo_loan', ...(hasIndex && { indexes }) },
      fields: [...head, ...details],
      ...list,
      ...form,
    }
  })

describe('an online form', () => {
  it('becomes the document that it was made from', () => {
    fc.assert(
      fc.property(screen, (document) => {
        const stored = document as unknown as StoredScreen
        expect(toDocument(document.id, toConfigurations(stored), links)).toEqual(document)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves a document as it is when an edit repeats its rows', () => {
    fc.assert(
      fc.property(screen, (document) => {
        const [{ head, fields: rows, indexs }] = toConfigurations(document as unknown as StoredScreen)
        const edit = { head, fields: rows, indexs, deleteFieldIds: [], deleteIndexIds: [] }
        expect(editDocument(document, edit, null, links)).toEqual(document)
      }),
      { numRuns: 100 },
    )
  })
})

describe('an edit of an online form', () => {
  const document: JsonObject = {
    version: 2,
    kind: 'screen',
    id: 'temp/loan',
    title: '借展',
    table: { name: 'dmo_loan', softDelete: true },
    fields: [
      {
        key: 'fname',
        title: '名称',
        type: 'input',
        help: '展品的名称',
        validateRules: [
          { required: true, message: '请填名称' },
          { check: 'len(fname) > 1', message: '太短' },
        ],
      },
      { key: 'fcost', title: '费用', type: 'inputNumber', scale: 2, compute: 'fnum * 2' },
      { key: 'fnum', title: '数量', type: 'inputNumber', store: 'int' },
    ],
    list: { sort: '-createTime' },
  }
  const edit = (parts: JsonObject) =>
    editDocument(
      document,
      { head: { id: 'temp.loan' }, fields: [], indexs: [], deleteFieldIds: [], deleteIndexIds: [], ...parts },
      null,
      links,
    )
  const member = (result: JsonObject, key: string) =>
    (result.fields as JsonObject[]).find((entry) => entry.key === key)

  it('keeps what forms cannot express', () => {
    const result = edit({
      head: { id: 'temp.loan', tableTxt: '借展单', formTemplate: '2' },
      fields: [{ id: 'temp.loan.fname', dbFieldName: 'fname', dbFieldTxt: '展品', fieldValidType: 'n6-16' }],
    })
    expect(result).toMatchObject({
      title: '借展单',
      table: { softDelete: true },
      list: { sort: '-createTime' },
      form: { columnCount: 2 },
    })
    expect(member(result, 'fname')).toEqual({
      key: 'fname',
      title: '展品',
      type: 'input',
      help: '展品的名称',
      validateRules: [
        { required: true, message: '请填名称' },
        { check: 'len(fname) > 1', message: '太短' },
        { pattern: 'n6-16' },
      ],
    })
    expect(member(result, 'fcost')).toHaveProperty('compute', 'fnum * 2')
  })

  it('adds, removes and renames fields', () => {
    const result = edit({
      fields: [
        { id: 'temp.loan.fnum', dbFieldName: 'amount_total', dbFieldTxt: '数量' },
        { dbFieldName: 'fday', dbFieldTxt: '日期', dbType: 'Date', fieldShowType: 'date' },
      ],
      deleteFieldIds: ['temp.loan.fcost'],
    })
    expect((result.fields as JsonObject[]).map(({ key }) => key)).toEqual(['fname', 'amountTotal', 'fday'])
    expect(member(result, 'amountTotal')).toMatchObject({ renamedFrom: 'fnum', store: 'int' })
  })

  it('refuses scripts, converters, unknown controls and names that no column may have', () => {
    const refused = (row: JsonObject) => () =>
      edit({ fields: [{ dbFieldName: 'fx', dbFieldTxt: '甲', fieldShowType: 'text', ...row }] })
    expect(refused({ fieldDefaultValue: '{{ 1 + 1 }}' })).toThrow('缺省值不能写脚本')
    expect(refused({ fieldDefaultValue: `NO-${orderRule}` })).toThrow('看不懂')
    expect(refused({ fieldDefaultValue: 'RK#{date}' })).toThrow('看不懂')
    expect(refused({ converter: 'org.jeecg.X' })).toThrow('转换器')
    expect(refused({ fieldShowType: 'teleport' })).toThrow('控件类型 teleport 没有')
    expect(refused({ dbFieldName: 'f x' })).toThrow('字段名「f x」不能用')
    expect(refused({ dbFieldName: '__proto__' })).toThrow('不能用')
  })
})

describe('the number of a sub-table (tabOrderNum)', () => {
  const main = { head: { tableName: 'dmo_main', tableTxt: '主表', tableType: 2 }, fields: [], indexs: [] }
  const sub = (tableName: string, tabOrderNum?: number) => ({
    head: { tableName, tableTxt: tableName, tableType: 3, ...(tabOrderNum !== undefined && { tabOrderNum }) },
    fields: [{ dbFieldName: 'main_id', mainTable: 'dmo_main', mainField: 'id' }],
    indexs: [],
  })
  const listTables = (document: JsonObject) =>
    (document.fields as { table?: { name: string } }[]).flatMap(({ table }) => table?.name ?? [])

  it('is its place among the detail tables; one without a number is the last', () => {
    const document = toDocument('temp/main', [main, sub('dmo_last'), sub('dmo_b', 2), sub('dmo_a', 1)], links)
    expect(listTables(document)).toEqual(['dmo_a', 'dmo_b', 'dmo_last'])
    expect(listTables(addDetail(document, sub('dmo_new', 2), links))).toEqual([
      ...['dmo_a', 'dmo_new', 'dmo_b', 'dmo_last'],
    ])
    expect(listTables(addDetail(document, sub('dmo_new'), links)).at(-1)).toBe('dmo_new')
  })
})
