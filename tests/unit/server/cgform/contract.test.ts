import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { TestServer } from '../resources/test-server.ts'
import { roleScreen } from '../roles/role-screen.ts'
import { loanScreen } from './loan-screen.ts'

// Every address of sections 17 to 19 of the contract, with what a client receives: the shape of its result, or the reason
// why there is none.

let server: TestServer
let recordId = ''
let roleId = ''
beforeAll(async () => {
  server = await TestServer.open({
    'system/role.json': roleScreen,
    'demo/loan.json': loanScreen({
      menu: { parent: 'base', icon: 'inbox', order: 5 },
      table: { name: 'dmo_loan', indexes: [['fname']] },
      tree: { parent: 'pid', lazy: false },
      list: { layout: 'tree' },
      fields: [
        { key: 'fname', title: '名称', type: 'input', query: 'like' },
        { key: 'pid', title: '上级', type: 'input', length: 36, list: false },
        { key: 'ffile', title: '附件', type: 'file', list: false },
        {
          key: 'items',
          title: '展品',
          type: 'table',
          table: { name: 'dmo_loan_item', fk: 'floanid' },
          fields: [{ key: 'itemName', title: '品名', type: 'input' }],
        },
      ],
    }),
    'demo/place-tree.json': {
      version: 2,
      kind: 'dict',
      id: 'demo/place-tree',
      title: '借展树',
      code: 'tree:loan',
      source: { screen: 'demo/loan', text: 'fname', value: 'id', parent: 'pid' },
    },
    'demo/loans.json': {
      version: 2,
      kind: 'report',
      id: 'demo/loans',
      title: '借展统计',
      code: 'rp_loans',
      perm: 'demo:loans',
      source: {
        sql: 'select fname from dmo_loan where (:named is null or fname = :named)',
        tables: ['dmo_loan'],
      },
      params: [{ key: 'named', title: '名称', type: 'input' }],
      fields: [{ key: 'fname', title: '名称', type: 'input', query: 'like' }],
    },
  })
  const added = await server.call('admin', 'POST', '/online/cgform/api/form/demo.loan', {
    body: { fname: '甲', dmo_loan_item: [{ item_name: '府志' }] },
  })
  recordId = added.body.result.id
  const role = await server.test.db.app
    .selectFrom('sys_role')
    .select('id')
    .where('role_code', '=', 'reader')
    .executeTakeFirstOrThrow()
  roleId = String(role.id)
})
afterAll(() => server?.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Row {
  call: `${Method} /${string}`
  query?: JsonObject
  body?: unknown
  /** What `result` matches; absent: only the message counts. */
  result?: unknown
  message?: string
  /** The text of the refusal, for addresses that a document makes needless. */
  reason?: string
  /** The media type of an answer without an envelope. */
  file?: string
}

const form = '/online/cgform'
const list = expect.any(Array)
const row = (dbFieldName: string) => ({
  dbFieldName,
  dbFieldTxt: dbFieldName,
  dbType: 'string',
  fieldShowType: 'text',
})
const head = (tableName: string) => ({ tableName, tableTxt: tableName, tableType: 1 })
// A parameter as clients of JeecgBoot write it.
const named = ['$', '{named}'].join('')
const rule = {
  cgformId: 'demo.loan',
  ruleName: '甲',
  ruleColumn: 'fname',
  ruleOperator: '=',
  ruleValue: '甲',
  status: 1,
}

// The rows run in this order: later ones use what earlier ones made.
const rows: Row[] = [
  // 17 Online form, runtime
  {
    call: `GET ${form}/api/getColumns/demo.loan`,
    result: {
      columns: list,
      dictOptions: {},
      fieldHrefSlots: list,
      cgButtonList: list,
      hideColumns: list,
      tableType: 2,
    },
  },
  {
    call: `GET ${form}/api/getErpColumns/demo.loan`,
    result: { main: { columns: list }, subList: [{ foreignKeys: list }] },
  },
  { call: `GET ${form}/api/getQueryInfo/demo.loan`, result: [{ field: 'fname', mode: 'like', hidden: '0' }] },
  {
    call: `GET ${form}/api/getQueryInfoVue3/demo.loan`,
    result: { properties: {}, searchFieldList: ['fname'] },
  },
  {
    call: `GET ${form}/api/getData/demo.loan`,
    result: { records: [{ fname: '甲' }], total: 1, fieldList: [] },
  },
  { call: `GET ${form}/api/getTreeData/demo.loan`, result: { records: [{ fname: '甲' }], total: 1 } },
  {
    call: `GET ${form}/api/getFormItem/demo.loan`,
    result: { head: { tableType: 2 }, schema: { properties: {} } },
  },
  { call: `GET ${form}/api/getFormItemBytbname/dmo_loan`, result: { head: { tableName: 'dmo_loan' } } },
  {
    call: `GET ${form}/api/form/demo.loan/{record}`,
    result: { fname: '甲', dmo_loan_item: [{ item_name: '府志' }] },
  },
  { call: `GET ${form}/api/detail/demo.loan/{record}`, result: { fname: '甲' } },
  { call: `GET ${form}/api/subform/dmo_loan_item/{record}`, result: { item_name: '府志' } },
  { call: `GET ${form}/api/subform/list/dmo_loan_item/{record}`, result: [{ item_name: '府志' }] },
  { call: `PUT ${form}/api/form/demo.loan`, body: { id: '{record}', fname: '乙' }, message: '修改成功！' },
  { call: `POST ${form}/api/form/demo.loan`, body: { fname: '丙' }, message: '添加成功！' },
  {
    call: `POST ${form}/api/doButton`,
    body: { formId: 'demo.loan', buttonCode: 'audit', dataId: '{record}' },
    reason: '请在界面上按它',
  },
  { call: `GET ${form}/api/exportXls/demo.loan`, query: { paramsStr: '{}' }, file: 'spreadsheetml' },
  { call: `GET ${form}/api/exportXlsOld/demo.loan`, query: { paramsStr: '{}' }, file: 'spreadsheetml' },
  { call: `POST ${form}/api/importXls/demo.loan`, body: {}, reason: '请求内容的类型不支持' },
  {
    call: `GET ${form}/api/querySelectOptions`,
    query: { table: 'dmo_loan', txt: 'fname', key: 'id', pidField: 'pid' },
    result: [{ label: expect.any(String), store: expect.any(String), pid: '' }, {}],
  },
  { call: `GET ${form}/field/download/demo.loan/{record}/ffile`, file: 'zip' },
  { call: `POST ${form}/api/aigc/mock/data/dmo_loan`, reason: '不生成模拟数据' },
  { call: 'POST /act/process/extActProcess/startMutilProcess', reason: '流程不从这个地址发起' },
  // 18.6 Metadata
  {
    call: `GET ${form}/head/list`,
    query: { tableName: 'dmo_loan' },
    result: { records: list, total: 2, size: 10 },
  },
  {
    call: `POST ${form}/api/addAll`,
    body: { head: head('dmo_new'), fields: [row('fname')], indexs: [] },
    message: '添加成功！',
  },
  { call: `GET ${form}/api/getData/temp.dmo_new`, reason: 'NO_DB_SYNC' },
  { call: `POST ${form}/api/doDbSynch/temp.dmo_new/normal`, message: '保存成功' },
  { call: `POST ${form}/api/doDbSynch/temp.dmo_new/force`, reason: '强制同步会丢数据' },
  {
    call: `PUT ${form}/api/editAll`,
    body: { head: { ...head('dmo_new'), id: 'temp.dmo_new' }, fields: [row('fplace')] },
    message: '修改成功！',
    result: { id: 'temp.dmo_new', left: [] },
  },
  { call: `PUT ${form}/head/edit`, body: { id: 'temp.dmo_new', isPage: 'N' }, message: '修改成功！' },
  {
    call: `GET ${form}/head/queryById`,
    query: { id: 'temp.dmo_new' },
    result: { isPage: 'N', isDbSynch: 'N' },
  },
  { call: `GET ${form}/head/tableInfo`, query: { id: 'temp.dmo_new' }, result: { tableName: 'dmo_new' } },
  {
    call: `GET ${form}/field/listByHeadId`,
    query: { headId: 'temp.dmo_new' },
    result: [{ orderNum: 0 }, { orderNum: 1 }],
  },
  { call: `GET ${form}/field/listByHeadCode`, query: { headCode: 'dmo_new' }, result: [{}, {}] },
  {
    call: `GET ${form}/index/listByHeadId`,
    query: { headId: 'demo.loan' },
    result: [{ indexField: 'fname' }],
  },
  { call: `GET ${form}/api/checkOnlyTable`, query: { tbname: 'dmo_free' }, result: null },
  { call: `POST ${form}/head/copyOnline`, query: { code: 'demo.loan' }, result: { id: 'demo.loan-1' } },
  {
    call: `GET ${form}/head/copyOnlineTable/temp.dmo_new`,
    query: { tableName: 'dmo_twin' },
    result: { id: 'temp.dmo_twin' },
  },
  { call: `GET ${form}/head/queryTables`, result: { records: list } },
  { call: `POST ${form}/head/transTables/no_such`, reason: '没有可以导入的表' },
  ...(['Js', 'Sql', 'Java'] as const).flatMap((word): Row[] => [
    { call: `GET ${form}/head/enhance${word}/demo.loan`, result: word === 'Js' ? { cgJs: '' } : [] },
    { call: `POST ${form}/head/enhance${word}/demo.loan`, body: {}, reason: '不能写' },
    { call: `PUT ${form}/head/enhance${word}/demo.loan`, body: {}, reason: '不能写' },
  ]),
  { call: `GET ${form}/head/enhanceButton/demo.loan`, result: [] },
  { call: `DELETE ${form}/head/deletebatchEnhanceSql`, reason: '不能写 SQL' },
  { call: `DELETE ${form}/head/deleteBatchEnhanceJava`, reason: '不能写 Java' },
  { call: `GET ${form}/button/list/demo.loan`, result: [] },
  { call: `GET ${form}/button/builtInList/demo.loan`, result: list },
  {
    call: `POST ${form}/button/add`,
    body: { cgformHeadId: 'temp.dmo_new', buttonCode: 'export', buttonStyle: 'button', optType: 'action' },
    message: '添加成功！',
  },
  {
    call: `PUT ${form}/button/edit`,
    body: { id: 'temp.dmo_new.toolbar.export', buttonName: '导出全部' },
    message: '修改成功！',
  },
  {
    call: `DELETE ${form}/button/delete`,
    query: { id: 'temp.dmo_new.toolbar.export' },
    message: '删除成功!',
  },
  {
    call: `DELETE ${form}/button/deleteBatch`,
    query: { ids: 'temp.dmo_new.toolbar.add' },
    message: '删除成功!',
  },
  ...(
    [
      `GET ${form}/head/rootFile`,
      `GET ${form}/head/fileTree`,
      `POST ${form}/api/codeGenerate`,
      `GET ${form}/api/codeView`,
      `POST ${form}/api/codeView`,
      `GET ${form}/api/downGenerateCode`,
    ] as const
  ).map((call): Row => ({ call, reason: '不生成代码' })),
  // 18.7 Permissions
  { call: `GET ${form}/api/authColumn/demo.loan`, result: [{ code: 'fname', status: 1 }, {}, {}] },
  {
    call: `PUT ${form}/api/authColumn`,
    body: { cgformId: 'demo.loan', code: 'fname', status: 1 },
    message: '操作成功！',
  },
  {
    call: `POST ${form}/api/authColumn`,
    body: { cgformId: 'demo.loan', code: 'fname' },
    reason: '请改字段的设置',
  },
  {
    call: `PUT ${form}/api/authColumn/batch`,
    body: [{ cgformId: 'demo.loan', code: 'fname' }],
    message: '操作成功！',
  },
  {
    call: `POST ${form}/api/authColumn/batch`,
    body: [{ cgformId: 'demo.loan', code: 'fname' }],
    reason: '请改字段的设置',
  },
  { call: `GET ${form}/api/authButton/demo.loan`, result: { buttonList: [], authList: list } },
  {
    call: `POST ${form}/api/authButton`,
    body: { cgformId: 'demo.loan', code: 'add' },
    result: { id: 'demo:loan:add' },
  },
  { call: `PUT ${form}/api/authButton/demo:loan:add`, reason: '都按角色授权' },
  { call: `POST ${form}/api/authData`, body: rule, result: { id: expect.any(String) } },
  { call: `GET ${form}/api/authData/demo.loan`, result: [{ ...rule, id: expect.any(String) }] },
  { call: `GET ${form}/api/validAuthData/demo.loan`, result: [{ status: 1 }] },
  { call: `PUT ${form}/api/authData`, body: { ...rule, id: 'no-such' }, reason: '未找到对应实体' },
  { call: `DELETE ${form}/api/authData/no-such`, reason: '未找到对应实体' },
  { call: `GET ${form}/api/authPage/demo.loan/1`, result: list },
  { call: `GET ${form}/api/authPage/demo.loan/2`, result: list },
  {
    call: `GET ${form}/api/roleAuth`,
    query: { roleId: '{role}', cgformId: 'demo.loan', type: '1', authMode: 'role' },
    result: list,
  },
  {
    call: `POST ${form}/api/roleColumnAuth/{role}/demo.loan`,
    body: { authId: '["fname.read","fname.edit","pid.read","pid.edit","ffile.read"]' },
    result: { disabledNames: [] },
  },
  {
    call: `POST ${form}/api/roleButtonAuth/{role}/demo.loan`,
    body: { authId: '["demo:loan:add"]' },
    result: {},
  },
  {
    call: `POST ${form}/api/roleDataAuth/{role}/demo.loan`,
    body: { authId: '[]' },
    reason: '请先保存角色菜单权限!',
  },
  // 18.6 Removals
  { call: `DELETE ${form}/head/removeRecord`, query: { id: 'demo.loan-1' }, message: '删除成功!' },
  {
    call: `DELETE ${form}/head/deleteBatch`,
    query: { ids: 'temp.dmo_twin', flag: '0' },
    message: '删除成功!',
  },
  { call: `DELETE ${form}/head/delete`, query: { id: 'temp.dmo_new' }, message: '删除成功!' },
  { call: `DELETE ${form}/api/form/demo.loan/{record}`, message: '删除成功!' },
  // 19 Online report
  {
    call: 'GET /online/cgreport/api/getRpColumns/rp_loans',
    result: { columns: [{ dataIndex: 'fname' }], cgRpConfigId: 'rp_loans' },
  },
  { call: 'GET /online/cgreport/api/getQueryInfo/rp_loans', result: [{ field: 'fname', isSearch: '1' }] },
  { call: 'GET /online/cgreport/api/getData/rp_loans', result: { records: [{ fname: '丙' }], total: 1 } },
  {
    call: 'GET /online/cgreport/api/getColumnsAndData/rp_loans',
    result: { data: { total: 1 }, isGroupTitle: false },
  },
  { call: 'GET /online/cgreport/api/getParamsInfo/rp_loans', result: [{ paramName: 'named' }] },
  { call: 'GET /online/cgreport/api/exportXls/rp_loans', file: 'spreadsheetml' },
  { call: 'GET /online/cgreport/api/exportManySheetXls/rp_loans', file: 'spreadsheetml' },
  { call: 'GET /online/cgreport/api/getReportDictList', result: list },
  { call: 'POST /online/cgreport/api/testConnection', body: {}, reason: '' },
  {
    call: 'GET /online/cgreport/head/parseSql',
    query: { sql: 'select fname from dmo_loan', dbKey: '' },
    result: { fields: [{ fieldName: 'fname', fieldTxt: '名称', isShow: 1 }], params: [] },
  },
  { call: 'GET /online/cgreport/head/parseSql', query: { sql: 'drop table dmo_loan' }, reason: '解析失败' },
  {
    call: 'POST /online/cgreport/head/add',
    body: {
      head: {
        ...{ code: 'rp_names', name: '名称', content: '盘点用' },
        cgrSql: `select fname from dmo_loan where fname = ${named}`,
      },
      items: [
        { fieldName: 'fname', fieldTxt: '名称', fieldType: 'String', isShow: 1, isSearch: 1, orderNum: 0 },
      ],
      params: [{ paramName: 'named', paramTxt: '名称', paramValue: '丙', orderNum: 0 }],
    },
    result: { id: 'report.names' },
  },
  {
    call: 'PUT /online/cgreport/head/editAll',
    body: {
      head: { id: 'report.names', name: '名称一览' },
      items: [{ id: 'report/names.fname', fieldName: 'fname', fieldTxt: '品名', isTotal: '0', isOrder: 1 }],
    },
    message: '修改成功！',
  },
  {
    call: 'GET /online/cgreport/head/list',
    query: { code: 'rp_names' },
    result: { records: [{ id: 'report.names', name: '名称一览', content: '盘点用' }] },
  },
  {
    call: 'GET /online/cgreport/head/queryById',
    query: { id: 'report/names' },
    result: { code: 'rp_names', content: '盘点用' },
  },
  {
    call: 'GET /online/cgreport/item/listByHeadId',
    query: { headId: 'report/names' },
    result: [{ fieldName: 'fname', fieldTxt: '品名', isOrder: 1, isSearch: 1 }],
  },
  {
    call: 'GET /online/cgreport/param/listByHeadId',
    query: { headId: 'report.names' },
    result: [{ paramName: 'named', paramValue: '丙' }],
  },
  { call: 'GET /online/cgreport/api/getData/rp_names', result: { records: [{ fname: '丙' }] } },
  { call: 'GET /online/cgreport/api/getData/report.names', result: { records: [{ fname: '丙' }] } },
  { call: 'GET /online/cgreport/api/getData/report.names/', result: { records: [{ fname: '丙' }] } },
  { call: 'GET /online/cgreport/api/getColumnsAndData/report.names', result: { data: { total: 1 } } },
  { call: 'DELETE /online/cgreport/head/delete', query: { id: 'demo/loans' }, reason: '随系统安装' },
  { call: 'DELETE /online/cgreport/head/deleteBatch', query: { ids: 'report.names,' }, message: '删除成功!' },
]

const filled = (value: unknown): string =>
  JSON.stringify(value).replaceAll('{record}', recordId).replaceAll('{role}', roleId)

describe('an address of the contract', () => {
  it.each(rows)('$call answers its shape, or the reason why there is none', async (entry) => {
    const [method, path] = entry.call.split(' ') as [Method, string]
    const reply = await server.app.inject({
      method,
      url: path.replace('{record}', recordId).replace('{role}', roleId),
      query: JSON.parse(filled(entry.query ?? {})),
      headers: {
        'x-access-token': server.tokens.get('admin') ?? '',
        ...(entry.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(entry.body !== undefined && { payload: filled(entry.body) }),
    })
    if (entry.file !== undefined) {
      expect(reply.statusCode, reply.body).toBe(200)
      expect(reply.headers['content-type']).toContain(entry.file)
      return
    }
    const { success, message, result } = reply.json()
    // A route that does not exist answers 404; a refusal in words is an answer of the address.
    expect(message).not.toBe('很抱歉，资源未找到!')
    expect(success, message).toBe(entry.reason === undefined)
    if (entry.reason !== undefined) expect(message).toContain(entry.reason)
    if (entry.message !== undefined) expect(message).toBe(entry.message)
    if (Array.isArray(entry.result)) expect(result).toMatchObject(entry.result)
    else if (entry.result === null) expect(result).toBeNull()
    else if (entry.result !== undefined) expect({ result }).toMatchObject({ result: entry.result })
  })
})
