import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../resources/test-server.ts'

const box = {
  version: 1,
  kind: 'screen',
  id: 'demo/box',
  title: '箱子',
  perm: 'demo:box',
  table: { name: 'demo_box' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fpin', title: '暗号', type: 'input', writeOnly: true },
  ],
}
const files = {
  'system/data-log.json': JSON.parse(readFileSync('schemas/system/data-log.json', 'utf8')),
  'demo/box.json': box,
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files)
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
const shortOf = ({ dataVersion, type, dataContent, createBy }: Version) =>
  [dataVersion, type, JSON.parse(dataContent).fname, createBy] as const

it('each change of a record gives a version without fields that nobody may read', async () => {
  const { id } = await add('大')
  await admin('PUT', '/resource/demo/box/edit', { body: { id, fname: '中' } })
  await admin('DELETE', '/resource/demo/box/delete', { query: { id } })
  const { result } = await versions(id)
  expect(result.map(shortOf)).toEqual([
    [1, 'saved', '大', 'admin'],
    [2, 'saved', '中', 'admin'],
    [3, 'removed', '中', 'admin'],
  ])
  expect(JSON.stringify(result)).not.toContain('opensesame')
  expect(await versions('none')).toMatchObject({ success: false, message: '未找到版本信息' })
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
  expect((await versions('old')).result.map(shortOf)).toEqual([
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
