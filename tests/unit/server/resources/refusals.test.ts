import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Reply, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const describeRefusal = ({ status, body, headers }: Reply) => [
  status,
  body.code,
  body.message,
  headers['x-error-code'],
]

it.each([
  ['category/loadTreeRoot?pcode=Z', 200, '该编码【Z】不存在，请核实!', 'CATEGORY_CODE_UNKNOWN'],
  ['category/loadOne?field=id&val=Z', 200, '查询无果', 'CATEGORY_NOT_FOUND'],
  ['category/loadTreeData', 200, '加载分类字典树参数有误.[null]!', 'CATEGORY_PARENT_MISSING'],
  ['category/loadTreeData?pid=Z', 200, '加载分类字典树参数有误.[Z]!', 'CATEGORY_PARENT_UNKNOWN'],
  ['category/loadTreeData?pid=0&condition=x', 400, '参数无效：condition', 'CATEGORY_CONDITION'],
  ['category/loadDictItem?ids=,', 200, 'ids 不能为空', 'CATEGORY_IDS_EMPTY'],
  ['dict/getDictItems/none,a,b', 400, '参数无效：dictCode', 'DICT_UNKNOWN'],
  ['dict/getDictItems/sys_user,realname', 200, '字典Code格式不正确！', 'DICT_CODE_MALFORMED'],
  ['dict/loadDict/sys_user,realname', 200, '字典Code格式不正确！', 'DICT_CODE_MALFORMED'],
  ['dict/getDictItems/demo_unit?where=[]', 400, '参数无效：where', 'DICT_FILTER'],
  ['dict/loadTreeData?condition=x', 400, '参数无效：condition', 'DICT_TREE_CONDITION'],
  ['dict/loadTreeData?dictCode=none', 400, '参数无效：dictCode', 'DICT_TREE_UNKNOWN'],
  ['dict/loadTreeData?tableName=none', 400, '参数无效：tableName', 'DICT_TREE_UNKNOWN'],
  ['duplicate/check?tableName=a&fieldName=b&fieldVal=c', 400, '参数无效：fieldName', 'UNIQUE_CHECK_UNKNOWN'],
  ['checkRule/checkByCode?ruleCode=none&value=1', 200, '该编码不存在', 'CHECK_RULE_UNKNOWN'],
])('GET /sys/%s answers %i with the code of the refusal', async (path, status, message, code) => {
  const reply = await server.call('admin', 'GET', `/jeecg-boot/sys/${path}`)
  expect(describeRefusal(reply)).toEqual([status, status === 200 ? 500 : status, message, code])
})

it('the value of a unique field that exists is refused with VALUE_TAKEN', async () => {
  await server.add({ fcode: 'T1' })
  const path = 'duplicate/check?tableName=demo_order&fieldName=fcode&fieldVal=T1'
  const reply = await server.call('clerk', 'GET', `/jeecg-boot/sys/${path}`)
  expect(describeRefusal(reply)).toEqual([200, 500, '该值不可用，系统中已存在！', 'VALUE_TAKEN'])
})

it('a record in another state is refused by its flow with the text of the move, or of the catalogue', async () => {
  const { id } = await server.add()
  const post = (verb: string) => server.order('clerk', `move/${verb}`, 'POST', { body: { ids: id } })
  const denied = '选中数据有已审核数据，单据无法提交！'
  expect(describeRefusal(await post('unaudit'))).toEqual([200, 500, denied, 'NOT_PENDING'])
  await post('audit')
  expect(describeRefusal(await post('audit'))).toEqual([200, 500, denied, 'MOVE_DENIED'])
  const edited = await server.order('clerk', 'edit', 'PUT', { body: { id, fname: '改' } })
  expect(describeRefusal(edited)).toEqual([200, 500, '订单已审核，不能修改', 'RECORD_PROTECTED'])
})

it('a list of ids without an id is refused with IDS_MISSING', async () => {
  const reply = await server.order('clerk', 'deleteBatch', 'DELETE', { query: { ids: ',' } })
  expect(describeRefusal(reply)).toEqual([200, 500, '参数不识别！', 'IDS_MISSING'])
})

it('a key of repeated requests is refused by its format, and with another body', async () => {
  const add = (key: string, fname: string) =>
    server.order('clerk', 'add', 'POST', {
      headers: { 'idempotency-key': key },
      body: { fname, items: [{ fspmc: '纸' }] },
    })
  const message = '参数无效：Idempotency-Key'
  const short = await add('short', '一')
  expect(describeRefusal(short)).toEqual([400, 400, message, 'IDEMPOTENCY_KEY_FORMAT'])
  expect(short.body.result.problems).toEqual([{ path: '/Idempotency-Key', code: 'unknown', text: message }])
  expect((await add('refusals-1', '一')).body.code).toBe(200)
  expect(describeRefusal(await add('refusals-1', '二'))).toEqual([
    400,
    400,
    message,
    'IDEMPOTENCY_KEY_REUSED',
  ])
})
