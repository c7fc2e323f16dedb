import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendImport } from '../excel/send-import.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const names = [
  ...[
    'system/category',
    'system/position',
    'system/tenant',
    'system/check-rule',
    'system/check-rule-test',
    'system/check-rule-uses',
  ],
  ...['dict/category-tree', 'dict/position', 'dict/position-rank', 'dict/tenant-status'],
]
/** The code of a tree that a document uses. */
const used = 'Z90'
const piece = {
  version: 2,
  kind: 'screen',
  id: 'demo/piece',
  title: '藏品',
  perm: 'demo:piece',
  table: { name: 'demo_piece' },
  fields: [
    { key: 'fcode', title: '编号', type: 'input', validateRules: [{ ruleCode: 'common' }] },
    { key: 'fpost', title: '保管岗位', type: 'sel_position', multi: true },
    { key: 'fkind', title: '类别', type: 'cat_tree', dictCode: `category:${used}`, multi: true },
  ],
}
const files: Record<string, unknown> = Object.fromEntries(
  names.map((name) => [`${name}.json`, JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))]),
)

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({
    ...files,
    'demo/piece.json': piece,
    'dict/used.json': {
      version: 2,
      kind: 'dict',
      id: 'dict/used',
      title: '类别',
      code: `category:${used}`,
      tree: [{ code: used, name: '全部', children: [{ code: `${used}A01`, name: '其他' }] }],
    },
  })
})
afterAll(() => server?.close())

const admin = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  call = {},
  who: Person = 'admin',
) => (await server.call(who, method, `/jeecg-boot${url}`, call)).body

it('a category gets the next code of its parent and takes its descendants along when it is deleted', async () => {
  const add = async (name: string, pid = '0') =>
    (await admin('POST', '/sys/category/add', { body: { name, pid } })).result
  const root = await add('器物')
  expect(root).toMatchObject({ id: root.code, pid: '0', hasChild: '0' })
  const child = await add('陶器', root.id)
  expect([child.code, (await add('瓷器', root.id)).code]).toEqual([`${root.code}A01`, `${root.code}A02`])
  expect((await add('彩陶', child.id)).code).toBe(`${root.code}A01A01`)
  const { result } = await admin('GET', '/sys/category/childList', { query: { pid: root.id } })
  expect(result.map((row: { name: string; hasChild: string }) => [row.name, row.hasChild])).toEqual([
    ['陶器', '1'],
    ['瓷器', '0'],
  ])
  expect(
    await admin('PUT', '/sys/category/edit', { body: { id: child.id, pid: '0', name: '陶' } }),
  ).toMatchObject({
    message: '修改成功!',
    result: { name: '陶', pid: root.id, code: child.code },
  })
  expect(await admin('DELETE', '/sys/category/delete', { query: { id: root.id } })).toMatchObject({
    message: '删除成功!',
  })
  expect(await admin('GET', '/sys/category/loadAllData', { query: { code: root.code } })).toMatchObject({
    success: false,
    message: `无数据,参数有误.[${root.code}]`,
  })
})

it('a category that records contain stays, also below another one', async () => {
  const add = async (name: string, pid = '0') =>
    (await admin('POST', '/sys/category/add', { body: { name, pid } })).result
  const child = await add('在用', used)
  await sql`insert into demo_piece (id, fkind) values ('p', ${`x,${child.code}`})`.execute(
    server.services.db.app,
  )
  const remove = (id: string) => admin('DELETE', '/sys/category/delete', { query: { id } })
  for (const id of [child.id, used])
    expect(await remove(id)).toMatchObject({
      success: false,
      message: '所选分类正被 1 条记录使用，不能删除：藏品的类别',
    })
  await sql`delete from demo_piece`.execute(server.services.db.app)
  expect(await remove(child.id)).toMatchObject({ success: true })
})

it('a category of a document keeps the name that a person gave it, and is not removed', async () => {
  const shipped = { code: `${used}A01`, name: '其他' }
  const again = (name: string) =>
    server.services.dictionaries.registerTree([
      { code: used, name: '全部', children: [shipped, { code: `${used}A02`, name }] },
    ])
  await admin('PUT', '/sys/category/edit', { body: { id: shipped.code, name: '杂项' } })
  await again('新增')
  await again('改名')
  const { result } = await admin('GET', '/sys/category/childList', { query: { pid: used } })
  expect(result.map(({ name }: { name: string }) => name)).toEqual(['杂项', '改名'])
  for (const id of [shipped.code, used])
    expect(await admin('DELETE', '/sys/category/delete', { query: { id } })).toMatchObject({
      success: false,
      message: `分类「${id === used ? '全部' : '杂项'}」由文档 dict/used 提供，不能删除，可以改名`,
    })
})

it('imported categories get the codes of their parents', async () => {
  const root = (await admin('POST', '/sys/category/add', { body: { name: '导入', pid: '0' } })).result
  const sheets = {
    分类字典: [
      ['分类名称', '父级节点'],
      ['石器', root.code],
      ['骨器', root.code],
    ],
  }
  expect(await sendImport(server, 'system/category', sheets, { who: 'admin' })).toMatchObject({
    success: true,
  })
  const { result } = await admin('GET', '/sys/category/childList', { query: { pid: root.id } })
  expect(result.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
    [`${root.code}A01`, '石器'],
    [`${root.code}A02`, '骨器'],
  ])
})

it('a tenant has the number that its administrator typed', async () => {
  const body = { id: 1001, name: '分馆', status: 1 }
  expect(await admin('POST', '/sys/tenant/add', { body })).toMatchObject({
    success: true,
    result: { id: '1001' },
  })
  expect(await admin('POST', '/sys/tenant/add', { body })).toMatchObject({ message: '该编号已存在!' })
  expect(
    (await admin('GET', '/sys/tenant/list', { query: { tenantId: '1001' } })).result.records,
  ).toMatchObject([{ id: '1001', name: '分馆', status_dictText: '正常' }])
  expect((await admin('GET', '/sys/tenant/queryList', { query: { ids: '1001,' } })).result).toMatchObject([
    { id: 1001, name: '分馆' },
  ])
  expect(await admin('DELETE', '/sys/tenant/deleteBatch')).toMatchObject({ message: '未选中租户！' })
  await sql`update sys_user set rel_tenant_ids = '1001,7' where id = 'other'`.execute(server.test.db.app)
  expect(await admin('DELETE', '/sys/tenant/delete', { query: { id: '1001' } })).toMatchObject({
    success: false,
    message: '该租户已被用户引用，无法删除！',
  })
  await admin('POST', '/sys/tenant/add', { body: { id: 1002, name: '二馆' } })
  const batch = (ids: string) => admin('DELETE', '/sys/tenant/deleteBatch', { query: { ids } })
  expect(await batch('1001,1002,')).toMatchObject({
    success: true,
    message: '部分删除成功！（被引用的租户无法删除）',
  })
  expect(await batch('1001,')).toMatchObject({ success: false, message: '选择的租户都已被引用，无法删除！' })
})

it('a position is added, found by its code and refused a second time', async () => {
  const body = { code: 'keeper', name: '馆员', postRank: '3' }
  expect(await admin('POST', '/sys/position/add', { body })).toMatchObject({ message: '添加成功！' })
  expect(
    (await admin('GET', '/sys/position/queryByCode', { query: { code: 'keeper' } })).result,
  ).toMatchObject(body)
  expect(await admin('POST', '/sys/position/add', { body })).toMatchObject({
    success: false,
    message: '数据库中已存在该记录',
  })
})

it('a position that records or workflows use stays, with its code', async () => {
  const { app } = server.services.db
  const { result } = await admin('POST', '/sys/position/add', {
    body: { code: 'curator', name: '典藏主管', postRank: '4' },
  })
  const recode = (code: string) => admin('PUT', '/sys/position/edit', { body: { id: result.id, code } })
  const remove = () => admin('DELETE', '/sys/position/delete', { query: { id: result.id } })
  const expectUsed = async (places: string) => {
    expect((await recode('keeper2')).message).toBe(`职务编码「curator」正在使用，不能修改：${places}`)
    expect((await remove()).message).toBe(`职务「典藏主管」正在使用，不能删除：${places}`)
  }
  await sql`insert into demo_piece (id, fpost) values ('post', 'keeper,curator')`.execute(app)
  await expectUsed('藏品的保管岗位')
  await sql`delete from demo_piece`.execute(app)
  const steps = [{ branches: [{ steps: [{ to: { positions: ['curator'] } }] }] }]
  await sql`insert into sys_document (id, rev, body)
    values ('demo/piece-flow', 1, ${JSON.stringify({ kind: 'workflow', title: '藏品入藏', steps })}::jsonb)`.execute(
    app,
  )
  await expectUsed('流程「藏品入藏」')
  await sql`delete from sys_document where id = 'demo/piece-flow'`.execute(app)
  expect((await recode('curator2')).message).toBe('修改成功!')
  expect((await remove()).message).toBe('删除成功!')
})

it('a check rule is tried out, and refused when no value could be checked by it', async () => {
  const rule = { ruleName: '数字', ruleCode: 'digits' }
  const ruleJson = JSON.stringify([{ digits: '*', pattern: '^[0-9]+$', message: '只能填写数字' }])
  expect(await admin('POST', '/sys/checkRule/add', { body: { ...rule, ruleJson } })).toMatchObject({
    success: true,
  })
  const test = (value: string) =>
    admin('POST', '/sys/checkRule/test', { body: { ruleCode: 'digits', value } })
  expect([(await test('12')).message, (await test('x')).message]).toEqual([
    '该值符合规则！',
    '只能填写数字（第 1 位：「x」）',
  ])
  for (const [text, message] of [
    ['{', '规则应为 JSON 列表'],
    ['[]', '请至少添加一条再保存'],
    ['', '请至少添加一条再保存'],
    ['[{"digits":0,"pattern":"a","message":"m"}]', '第 1 条规则的位数'],
    ['[{"digits":1,"pattern":"(","message":"m"}]', '第 1 条规则的正则表达式不能使用'],
    ['[{"digits":1,"pattern":"(?=a)","message":"m"}]', '不支持前后查找'],
    ['[{"digits":1,"pattern":"(a+)+$","message":"m"}]', '请去掉重复里的重复'],
    ['[{"digits":1,"pattern":"a"}]', '第 1 条规则没有提示文本'],
  ])
    expect(
      (await admin('POST', '/sys/checkRule/add', { body: { ...rule, ruleCode: 'bad', ruleJson: text } }))
        .message,
      text,
    ).toContain(message)
})

it('a check rule that fields use stays, with its code', async () => {
  const { result } = await admin('GET', '/sys/checkRule/uses', { query: { ruleCode: 'common' } })
  expect(result).toEqual([
    { id: 'demo/piece#fcode', screen: 'demo/piece', screenTitle: '藏品', fieldTitle: '编号' },
  ])
  expect(await admin('DELETE', '/sys/checkRule/delete', { query: { id: 'common' } })).toMatchObject({
    success: false,
    message: '「通用编码规则」正被 1 个字段使用，不能删除：藏品的编号',
  })
  expect(
    (await admin('PUT', '/sys/checkRule/edit', { body: { id: 'common', rev: 1, ruleCode: 'other' } }))
      .message,
  ).toBe('规则编码「common」正被 1 个字段使用，不能修改：藏品的编号')
})

it('refuses the records of the system to a user without the rights', async () => {
  for (const place of ['category', 'tenant', 'position', 'checkRule']) {
    const statuses = await Promise.all([
      server.call('clerk', 'POST', `/sys/${place}/add`, { body: {} }),
      server.call('clerk', 'PUT', `/sys/${place}/edit`, { body: { id: '1' } }),
      server.call('clerk', 'DELETE', `/sys/${place}/delete`, { query: { id: '1' } }),
      server.call('clerk', 'DELETE', `/sys/${place}/deleteBatch`, { query: { ids: '1' } }),
    ])
    expect(
      statuses.map(({ status }) => status),
      place,
    ).toEqual([403, 403, 403, 403])
  }
})
