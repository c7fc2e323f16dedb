import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RecordHistory } from '#runtime/record/changes/history.ts'
import { splitFirstPartition } from '../../../support/old-month.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'

const box = {
  version: 2,
  kind: 'screen',
  id: 'demo/box',
  title: '箱子',
  perm: 'demo:box',
  menu: { parent: 'system' },
  table: { name: 'demo_box' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fpin', title: '暗号', type: 'input', writeOnly: true },
  ],
}
const sealed = {
  version: 2,
  kind: 'screen',
  id: 'demo/sealed',
  title: '密封箱',
  perm: 'demo:sealed',
  table: { name: 'demo_sealed' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fstate', title: '状态', type: 'select', options: [{ value: '1', text: '启用' }] },
    { key: 'fprice', title: '价格', type: 'inputNumber', scale: 2, access: { read: 'demo:sealed:price' } },
    { key: 'fphone', title: '电话', type: 'input', mask: 'phone', query: 'eq' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_sealed_item', fk: 'boxId', order: 'orderNum' },
      fields: [{ key: 'fnum', title: '数量', type: 'inputNumber', store: 'int', scale: 0 }],
    },
  ],
  rowRules: [{ name: '本部门', where: "fname != '别处'", unless: 'demo:sealed:all' }],
}

const moved = noteScreen({
  id: 'demo/moved',
  perm: 'demo:moved',
  table: { name: 'demo_moved', softDelete: true },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fstate', title: '状态', type: 'input' },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }],
  },
})

const files = {
  'system/data-log.json': JSON.parse(readFileSync('schemas/system/data-log.json', 'utf8')),
  'dict/user.json': {
    version: 2,
    kind: 'dict',
    id: 'dict/user',
    title: '用户',
    code: 'sys_user,realname,username',
    source: { table: 'sys_user', text: 'realname', value: 'username' },
  },
  'demo/people.json': noteScreen({
    id: 'demo/people',
    perm: 'demo:people',
    table: { name: 'sys_user', derived: true },
    fields: [
      { key: 'username', title: '账号', type: 'input' },
      { key: 'realname', title: '姓名', type: 'input' },
    ],
  }),
  'demo/remark.json': noteScreen({
    id: 'demo/remark',
    perm: 'demo:remark',
    table: { name: 'demo_remark', about: { table: 'ftable', id: 'fid' } },
    fields: [
      { key: 'ftable', title: '表', type: 'input' },
      { key: 'fid', title: '主键', type: 'input' },
    ],
  }),
  'demo/box.json': box,
  'demo/moved.json': moved,
  'demo/sealed.json': sealed,
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files, {
    clerk: ['demo:sealed:list', 'demo:sealed:detail', 'demo:moved:audit', 'demo:moved:delete'],
  })
})
afterAll(() => server?.close())

const admin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, call = {}) =>
  (await server.call('admin', method, `/jeecg-boot${url}`, call)).body
const add = async (fname: string) =>
  (await admin('POST', '/resource/demo/box/add', { body: { fname, fpin: 'opensesame' } })).result
const versions = (dataId: string) =>
  admin('GET', '/sys/dataLog/queryDataVerList', { query: { dataTable: 'demo_box', dataId } })

interface Version {
  id: string
  dataVersion: number
  dataContent: string
  type: string
  createBy: string
}
const getSummary = ({ dataVersion, type, dataContent, createBy }: Version) =>
  [dataVersion, type, JSON.parse(dataContent).fname, createBy] as const

it('each change of a record gives a version without fields that nobody may read', async () => {
  const { id } = await add('大')
  await admin('PUT', '/resource/demo/box/edit', { body: { id, fname: '中' } })
  await admin('DELETE', '/resource/demo/box/delete', { query: { id } })
  const { result } = await versions(id)
  expect(result.map(getSummary)).toEqual([
    [1, 'saved', '大', 'admin'],
    [2, 'saved', '中', 'admin'],
    [3, 'removed', '中', 'admin'],
  ])
  expect(JSON.stringify(result)).not.toContain('opensesame')
  expect(await versions('none')).toMatchObject({ success: false, message: '未找到版本信息' })
})

it('a version names the user who acted when somebody else saved the record before', async () => {
  const screens = '/jeecg-boot/resource/demo/moved'
  const added = await server.call('admin', 'POST', `${screens}/add`, { body: { fname: '甲' } })
  const { id } = added.body.result
  await server.call('clerk', 'POST', `${screens}/move/audit`, { body: { ids: id } })
  await server.call('clerk', 'DELETE', `${screens}/delete`, { query: { id } })
  const { result } = await admin('GET', '/sys/dataLog/queryDataVerList', {
    query: { dataTable: 'demo_moved', dataId: id },
  })
  expect(result.map(({ type, createBy }: Version) => [type, createBy])).toEqual([
    ['saved', 'admin'],
    ['moved', 'clerk'],
    ['removed', 'clerk'],
  ])
})

it('a line of the log names its record by its name and links to it', async () => {
  const { id } = await add('名')
  const { result } = await admin('GET', '/resource/system/data-log/list', { query: { dataId: id } })
  expect(result.records[0].dataId_links).toEqual([{ name: '名', path: `/demo/box?form=detail&id=${id}` }])
})

it('a refused change gives no version', async () => {
  const { id, rev } = await add('旧')
  await admin('PUT', '/resource/demo/box/edit', { body: { id, rev: rev + 5, fname: '新' } })
  expect((await versions(id)).result).toHaveLength(1)
})

it('the first change of a record without versions also stores the values before it', async () => {
  await sql`insert into demo_box (id, fname, create_by) values ('old', '原来', 'clerk')`.execute(
    server.test.db.app,
  )
  await admin('PUT', '/resource/demo/box/edit', { body: { id: 'old', fname: '现在' } })
  expect((await versions('old')).result.map(getSummary)).toEqual([
    [1, 'initial', '原来', 'clerk'],
    [2, 'saved', '现在', 'admin'],
  ])
})

it('two versions of one record are compared, and those of two records are refused', async () => {
  const { result } = await versions('old')
  const [first, second] = result.map(({ id }: Version) => id)
  const compare = (dataId1: string, dataId2: string) =>
    admin('GET', '/sys/dataLog/queryCompareList', { query: { dataId1, dataId2 } })
  expect((await compare(second, first)).result.map(({ id }: Version) => id)).toEqual([first, second])
  const { id } = await add('别的')
  const [other] = (await versions(id)).result
  expect(await compare(first, other.id)).toMatchObject({
    success: false,
    message: '请选择相同的数据库表和数据ID进行比较',
  })
  expect(
    (
      await server.call('nobody', 'GET', '/sys/dataLog/queryCompareList', {
        query: { dataId1: first, dataId2: second },
      })
    ).status,
  ).toBe(403)
  expect((await admin('GET', '/sys/dataLog/list', { query: { dataId: 'old' } })).result.total).toBe(2)
})

it('the login of the application may only add versions', async () => {
  const { app } = server.services.db
  for (const change of [sql`update sys_data_log set data_content = '{}'`, sql`delete from sys_data_log`])
    await expect(change.execute(app)).rejects.toThrow(/append-only/)
})

it('records about others are listed when their own screen could be meant too', async () => {
  const { id } = await add('甲')
  for (const ftable of ['demo_box', 'demo_remark'])
    await admin('POST', '/resource/demo/remark/add', { body: { ftable, fid: id } })
  const { result } = await admin('GET', '/resource/demo/remark/list')
  expect(result.records.map(({ ftable }: { ftable: string }) => ftable)).toContain('demo_box')
})

it('the history of a record has titles and texts, and no value that its reader may not read', async () => {
  const { body } = await server.call('admin', 'POST', '/jeecg-boot/resource/demo/sealed/add', {
    body: { fname: '甲', fstate: '1', fprice: 3, fphone: '13812345678', items: [{ fnum: 2 }] },
  })
  const { id, items } = body.result
  await admin('PUT', '/resource/demo/sealed/edit', {
    body: { id, fname: '乙', items: { added: [{ fnum: 9 }], changed: [], removed: [items[0].id] } },
  })
  const read = async (who: 'admin' | 'clerk') =>
    (await server.call(who, 'GET', '/jeecg-boot/resource/demo/sealed/history', { query: { id } })).body
  const all = (await read('admin')).result
  expect(all.fields.map(({ title }: { title: string }) => title)).toEqual(['名称', '状态', '价格', '电话'])
  expect(
    all.versions.map(({ texts, rows }: RecordHistory['versions'][number]) => [texts, rows.items?.[0]?.texts]),
  ).toEqual([
    [{ fname: '乙', fstate: '启用', fprice: '3.00', fphone: '13812345678' }, { fnum: '9' }],
    [{ fname: '甲', fstate: '启用', fprice: '3.00', fphone: '13812345678' }, { fnum: '2' }],
  ])
  expect(all.versions[0].author).toBe('admin真名')
  const part = (await read('clerk')).result
  expect(part.versions[0].texts).toEqual({ fname: '乙', fstate: '启用', fphone: '138****5678' })
})

it('the history of a record names the revision of the screen under which each version was written', async () => {
  const { id } = (await admin('POST', '/resource/demo/sealed/add', { body: { fname: '先' } })).result
  const { db } = server.services
  await sql`update sys_data_log set create_time = create_time - interval '1 hour' where data_id = ${id}`.execute(
    db.owner,
  )
  const body = { ...sealed, title: '封存的' }
  const design = (method: 'PUT' | 'POST', part: string, sent: object) =>
    admin(method, `/design/documents/demo/sealed/${part}`, { body: sent })
  await design('PUT', 'draft', { base: sealed, body })
  // Both times are of one clock: a release of the last half second does not count as one of the next second.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_000 })
  expect((await design('POST', 'release', { note: '改名' })).success).toBe(true)
  await admin('PUT', '/resource/demo/sealed/edit', { body: { id, fname: '后' } })
  vi.useRealTimers()
  const { result } = await admin('GET', '/resource/demo/sealed/history', { query: { id } })
  expect(
    result.versions.map(({ texts, screenRevision }: RecordHistory['versions'][number]) => [
      texts.fname,
      screenRevision,
    ]),
  ).toEqual([
    ['后', 2],
    ['先', undefined],
  ])
})

it('the history of a record that its reader may not see answers like a missing one', async () => {
  const { result } = await admin('POST', '/resource/demo/sealed/add', { body: { fname: '别处' } })
  const read = (who: 'clerk' | 'nobody', id: string) =>
    server.call(who, 'GET', '/jeecg-boot/resource/demo/sealed/history', { query: { id } })
  const { message, code } = (await read('clerk', 'none')).body
  expect((await read('clerk', result.id)).body).toMatchObject({ message, code, result: null })
  expect((await read('nobody', result.id)).status).toBe(403)
})

it('two versions are compared by titles and texts, also those of a table without a document', async () => {
  const { id } = await add('前')
  await admin('PUT', '/resource/demo/box/edit', { body: { id, fname: '后' } })
  vi.useRealTimers()
  const [first, second] = (await versions(id)).result
  const compare = (dataId1: string, dataId2: string) =>
    admin('GET', '/sys/dataLog/comparison', { query: { dataId1, dataId2 } })
  expect((await compare(first.id, second.id)).result).toMatchObject({
    title: '箱子',
    fields: [{ key: 'fname', title: '名称' }],
    versions: [
      { dataVersion: 2, texts: { fname: '后' } },
      { dataVersion: 1, texts: { fname: '前' } },
    ],
  })
  await sql`insert into sys_data_log (id, data_table, data_id, data_content, data_version, type, create_time)
    values ('x1', 'lost', 'r', '{"a":1}', 1, 'saved', now()), ('x2', 'lost', 'r', '{"a":2}', 2, 'saved', now())`.execute(
    server.test.db.owner,
  )
  expect((await compare('x1', 'x2')).result).toMatchObject({
    title: 'lost',
    fields: [{ key: 'a', title: 'a' }],
    versions: [{ texts: { a: '2' } }, { texts: { a: '1' } }],
  })
})

it('of an archived month the last version before later ones stays, and each moment since can be read', async () => {
  const { owner } = server.test.db
  const [changed, same, gone] = [await add('旧版'), await add('未改'), await add('已删')]
  await admin('PUT', '/resource/demo/box/edit', { body: { id: changed.id, fname: '新版' } })
  await admin('DELETE', '/resource/demo/box/delete', { query: { id: gone.id } })
  await sql`update sys_data_log set create_time = '2020-02-01'
    where data_id in (${changed.id}, ${same.id}, ${gone.id})`.execute(owner)
  await splitFirstPartition(owner, 'sys_data_log', '2020-03-01')
  await admin('PUT', '/resource/demo/box/edit', { body: { id: changed.id, fname: '最新' } })
  const job = server.application.jobs.find(({ name }) => name === 'archive-old-versions')
  await job?.run(server.services, new AbortController().signal)
  expect((await versions(changed.id)).result.map(getSummary)).toEqual([
    [2, 'saved', '新版', 'admin'],
    [3, 'saved', '最新', 'admin'],
  ])
  for (const { id } of [same, gone]) expect((await versions(id)).success).toBe(false)
  const archived = await sql<{
    n: number
  }>`select count(*)::int as n from archive.sys_data_log_first`.execute(owner)
  expect(archived.rows).toEqual([{ n: 5 }])
  // The next change of a record without versions stores the values before it.
  await admin('PUT', '/resource/demo/box/edit', { body: { id: same.id, fname: '改了' } })
  expect((await versions(same.id)).result.map(getSummary)).toEqual([
    [1, 'initial', '未改', 'admin'],
    [2, 'saved', '改了', 'admin'],
  ])
})
