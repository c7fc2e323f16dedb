import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importModule } from '#server/modules/import/module.ts'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { type Person, TestServer } from '../../resources/test-server.ts'
import { type Sheets, sendImport } from '../send-import.ts'
import { rowsOfWorkbook } from '../workbook-rows.ts'

const screen = 'demo/box'
const verbs = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'all', 'price', 'note']
const box = noteScreen({
  id: screen,
  title: '箱子',
  perm: 'demo:box',
  table: { name: 'demo_box', softDelete: true },
  import: { match: ['fcode'] },
  rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode', unless: 'demo:box:all' }],
  fields: [
    { key: 'fcode', title: '编码', type: 'input', validateRules: [{ required: true }, { unique: true }] },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fprice', title: '价格', type: 'inputNumber', scale: 2, access: { edit: 'demo:box:price' } },
    { key: 'fsum', title: '合计', type: 'inputNumber', scale: 2, compute: 'sum(items.fcount)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_box_item', fk: 'fboxid', order: 'orderNum' },
      fields: [
        { key: 'fword', title: '品名', type: 'input' },
        { key: 'fcount', title: '数量', type: 'inputNumber', scale: 2 },
        { key: 'fnote', title: '批注', type: 'input', access: { edit: 'demo:box:note' } },
      ],
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  const grants = verbs.map((verb) => `demo:box:${verb}`)
  server = await TestServer.open({ 'demo/box.json': box }, { clerk: grants, other: grants })
})
afterAll(() => server?.close())

const importBoxes = (sheets: Sheets, fields: Record<string, string> = {}) =>
  sendImport(server, screen, sheets, { fields })
const heads = (...rows: unknown[][]) => ({ 箱子: [['编码', '名称'], ...rows] })
const place = `/jeecg-boot/resource/${screen}`
const undo = (id: unknown, who: Person = 'clerk') =>
  server.call(who, 'POST', `${place}/import/undo`, { body: { id } })
const recent = async (who: Person = 'clerk') =>
  (await server.call(who, 'GET', `${place}/import/recent`)).body.result
const boxes = async (codes: string) =>
  (
    await sql<{ fcode: string; fname: string | null; fsum: string | null; items: string }>`
      select b.fcode, b.fname, b.fsum::text, coalesce((select string_agg(i.fword || ':' || i.fcount::text, ' ' order by i.order_num)
        from demo_box_item i where i.fboxid = b.id), '') as items
      from demo_box b where b.del_flag = 0 and b.fcode like ${codes} order by b.fcode`.execute(
      server.test.db.owner,
    )
  ).rows

it('an undo removes the new records and restores the values and rows of the changed ones', async () => {
  const first = await importBoxes({
    箱子: [
      ['编码', '名称', '品名', '数量'],
      ['A1', '甲', '纸', 2],
      ['A1', '甲', '笔', 3],
      ['A2', '乙', '墨', 1],
    ],
  })
  expect(first).toMatchObject({ code: 200, result: { inserted: 2 } })
  const before = await boxes('A%')
  const second = await importBoxes({
    箱子: [
      ['编码', '名称', '品名', '数量'],
      ['A1', '改过', '绢', 9],
      ['A2', '乙', '墨', 1],
      ['A3', '丙', '砚', 4],
    ],
  })
  expect(second).toMatchObject({ code: 200, result: { inserted: 1, updated: 1, unchanged: 1 } })
  expect((await boxes('A%')).map(({ fname, items }) => [fname, items])).toEqual([
    ['改过', '绢:9.00'],
    ['乙', '墨:1.00'],
    ['丙', '砚:4.00'],
  ])
  expect((await undo(second.result.importId)).body).toMatchObject({ code: 200, message: '已撤销导入' })
  expect(await boxes('A%')).toEqual(before)
  const { rows } = await sql<{ log_content: string; username: string }>`
    select log_content, username from sys_log where log_content = '撤销导入：箱子'`.execute(
    server.test.db.owner,
  )
  expect(rows).toEqual([{ log_content: '撤销导入：箱子', username: 'clerk' }])
})

it('an undo names the records that changed or were removed since, and undoes nothing', async () => {
  const { result } = await importBoxes(heads(['B1', '一'], ['B2', '二'], ['B3', '三']))
  const { rows } = await sql<{ id: string; fcode: string }>`
    select id, fcode from demo_box where fcode like 'B%' order by fcode`.execute(server.test.db.owner)
  const [first, second] = rows
  await server.call('other', 'PUT', `${place}/edit`, { body: { id: first?.id, fname: '壹' } })
  await server.call('other', 'DELETE', `${place}/delete`, { query: { id: second?.id ?? '' } })
  expect((await undo(result.importId)).body).toMatchObject({
    success: false,
    message: '导入的记录后来有改动，不能撤销：「B1」 1 条已修改，1 条已删除',
    result: { records: expect.arrayContaining([{ id: first?.id, name: 'B1', isRemoved: false }]) },
  })
  expect((await boxes('B%')).map(({ fname }) => fname)).toEqual(['壹', '三'])
})

it('an import is undone once, and by its own user only', async () => {
  const { result } = await importBoxes(heads(['C1', '一']))
  expect((await undo(result.importId, 'other')).body.success).toBe(false)
  expect(await boxes('C%')).toHaveLength(1)
  expect((await undo(result.importId)).body.code).toBe(200)
  expect((await undo(result.importId)).body.message).toBe('这次导入已经撤销')
  expect((await undo(result.importId, 'nobody')).status).toBe(403)
})

const setGrant = (code: string, isGranted: boolean) => {
  const change = isGranted
    ? sql`insert into sys_role_permission values ('clerk', ${code})`
    : sql`delete from sys_role_permission where role_id = 'clerk' and permission_id = ${code}`
  return change.execute(server.test.db.owner)
}
/** The headings of the clerk's template: those of the fields that the clerk may write. */
const headings = async (): Promise<unknown[]> => {
  const { rawPayload } = await server.app.inject({
    method: 'GET',
    url: `${place}/importTemplate`,
    headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
  })
  return Object.values(rowsOfWorkbook(rawPayload)).flatMap(([first = []]) => first)
}

it.each([
  [
    '价格',
    'demo:box:price',
    [
      ['编码', '价格'],
      ['F1', 5],
    ],
    [
      ['编码', '价格'],
      ['F1', 7],
    ],
  ],
  [
    '批注',
    'demo:box:note',
    [
      ['编码', '品名', '批注'],
      ['F2', '纸', '旧'],
    ],
    [
      ['编码', '品名', '批注'],
      ['F2', '纸', '新'],
    ],
  ],
])(
  'an undo is refused while its user may not write %s, which it restores',
  async (title, code, first, second) => {
    await importBoxes({ 箱子: first })
    const { result } = await importBoxes({ 箱子: second })
    await setGrant(code, false)
    await expect.poll(headings).not.toContain(title)
    expect((await undo(result.importId)).body).toMatchObject({
      success: false,
      message: `有记录不能恢复到导入前：没有修改「${title}」的权限`,
    })
    await setGrant(code, true)
    await expect.poll(headings).toContain(title)
    expect((await undo(result.importId)).body.code).toBe(200)
  },
)

it('an undo is refused while its user may not import, or not see the records', async () => {
  const { result } = await importBoxes(heads(['G1', '一']))
  const listed = async () => {
    const { body } = await server.call('clerk', 'GET', `${place}/list`, { query: { fcode: 'G1' } })
    return body.result.total
  }
  await setGrant('demo:box:import', false)
  await expect
    .poll(async () => (await server.call('clerk', 'GET', `${place}/import/recent`)).status)
    .toBe(403)
  expect((await undo(result.importId)).status).toBe(403)
  await setGrant('demo:box:import', true)
  await setGrant('demo:box:all', false)
  const { owner } = server.test.db
  await sql`update sys_user set org_code = 'B01' where username = 'clerk'`.execute(owner)
  await expect.poll(listed).toBe(0)
  expect((await undo(result.importId)).body.success).toBe(false)
  await setGrant('demo:box:all', true)
  await sql`update sys_user set org_code = 'A01' where username = 'clerk'`.execute(owner)
  await expect.poll(listed).toBe(1)
  expect((await undo(result.importId)).body.code).toBe(200)
})

it('the recent imports of a user have their numbers and the time of their undo, without trials and refused files', async () => {
  const { result } = await importBoxes(heads(['D1', '一'], ['D2', '二']))
  await importBoxes(heads(['D3', '三']), { dryRun: '1' })
  await importBoxes(heads(['', '没有编码']))
  const [newest] = await recent()
  expect(newest).toMatchObject({
    id: result.importId,
    fileName: '单.xlsx',
    total: 2,
    inserted: 2,
    updated: 0,
    skipped: 0,
    undoTime: null,
  })
  await undo(result.importId)
  expect((await recent())[0]).toMatchObject({ id: result.importId, undoTime: expect.any(String) })
  expect(await recent('other')).toEqual([])
})

it('an import is forgotten with its rows when it is older than 30 days', async () => {
  await importBoxes(heads(['E1', '一']))
  const { result } = await importBoxes(heads(['E2', '二']))
  await sql`update sys_import set create_time = now() - interval '31 days' where id <> ${result.importId}`.execute(
    server.test.db.owner,
  )
  const job = importModule.jobs?.find(({ name }) => name === 'remove-old-imports')
  await job?.run(server.services, new AbortController().signal)
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from sys_import i full join sys_import_row r on r.import_id = i.id`.execute(
    server.test.db.owner,
  )
  expect(rows).toEqual([{ id: result.importId }])
})

it('an undo is refused to a user who may not delete', async () => {
  const { result } = await importBoxes(heads(['Z1', '甲']), {})
  const grant = sql`insert into sys_role_permission (role_id, permission_id) values ('clerk', 'demo:box:delete')`
  await sql`delete from sys_role_permission where role_id = 'clerk' and permission_id = 'demo:box:delete'`.execute(
    server.test.db.owner,
  )
  await server.services.permissions.changed()
  const [{ id }] = await recent()
  // The instance learns of the change a moment later: the refusal of another record shows that it has.
  const remove = () => server.call('clerk', 'DELETE', `${place}/delete`, { query: { id: 'absent' } })
  await expect.poll(async () => (await remove()).headers['x-error-code']).toBe('FORBIDDEN')
  expect((await undo(id)).headers['x-error-code']).toBe('FORBIDDEN')
  expect(result).toMatchObject({ inserted: 1 })
  expect(await boxes('Z%')).toHaveLength(1)
  await grant.execute(server.test.db.owner)
  await server.services.permissions.changed()
})
