import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { runScreen } from '#server/app/backup/screen-command.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { TestServer } from '../resources/test-server.ts'
import { buildUrl } from './places.ts'

const screen = (name: string, softDelete: boolean) => ({
  version: 2,
  kind: 'screen',
  id: `demo/${name}`,
  title: '箱子',
  perm: `demo:${name}`,
  table: { name: `demo_${name}`, softDelete },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: `demo_${name}_item`, fk: 'boxId', order: 'orderNum' },
      fields: [{ key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 }],
    },
  ],
})

const MINUTE = 60_000
let server: TestServer
let config: Config
/** A moment between the first versions and the changes after them. */
let time: string
let lines: string[] = []
const ids: Record<string, string> = {}

const call = async (name: string, method: 'POST' | 'PUT' | 'DELETE', verb: string, call: object) => {
  const { body } = await server.call('admin', method, `/jeecg-boot/resource/demo/${name}/${verb}`, call)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.result
}
const add = (name: string, fname: string) =>
  call(name, 'POST', 'add', { body: { fname, items: [{ fnum: 1 }, { fnum: 2 }] } })
const remove = (name: string, id: string) => call(name, 'DELETE', 'delete', { query: { id } })
const run = (text: string) => sql.raw(text).execute(server.test.db.owner)

const bringBack = (options: { isDry?: boolean; isOverwriting?: boolean } = {}, id = 'demo/box', at = time) =>
  runScreen(config, { screen: id, time: at, isDry: false, isOverwriting: false, ...options }, (line) =>
    lines.push(line),
  )

const readRecords = async (name: string) => {
  const { rows } = await sql<{ fname: string; nums: string | null }>`
    select t.fname, (select string_agg(i.fnum::text, ' ' order by i.order_num) from ${sql.id(`demo_${name}_item`)} i
      where i.box_id = t.id) as nums from ${sql.id(`demo_${name}`)} t
    where ${name === 'box' ? sql`t.del_flag = 0` : sql`true`} order by fname`.execute(server.test.db.owner)
  return rows.map(({ fname, nums }) => `${fname} ${nums}`)
}

beforeAll(async () => {
  server = await TestServer.open({
    'demo/box.json': screen('box', true),
    'demo/loose.json': screen('loose', false),
  })
  const { owner, app, report } = server.test.links
  config = {
    ...readConfig({}),
    dataDir: server.dataDir,
    databaseUrl: buildUrl(app),
    databaseOwnerUrl: buildUrl(owner),
    reportDatabaseUrl: buildUrl(report),
    schemaDirs: [server.folder],
    secretKey: '5e'.repeat(32),
  }
  for (const fname of ['甲', '丙']) ids[fname] = (await add('box', fname)).id
  const edited = await add('box', '乙')
  ids.乙 = edited.id
  ids.丁 = (await add('loose', '丁')).id
  ids.订单 = (await server.add()).id
  await run(
    `insert into demo_box (id, fname, create_by, create_time) values ('old', '旧', 'x', '2020-01-01')`,
  )
  // The versions so far are an hour old.
  await run('alter table sys_data_log disable trigger user')
  await run(`update sys_data_log set create_time = create_time - interval '1 hour'`)
  await run('alter table sys_data_log enable trigger user')
  time = formatDateTime(new Date(Date.now() - 30 * MINUTE))

  const { items } = edited
  await call('box', 'PUT', 'edit', {
    body: {
      id: ids.乙,
      fname: '乙改',
      items: { added: [{ fnum: 9 }], changed: [{ id: items[0].id, fnum: 5 }], removed: [items[1].id] },
    },
  })
  await call('box', 'PUT', 'edit', { body: { id: 'old', fname: '旧改' } })
  await remove('box', ids.丙 ?? '')
  await remove('loose', ids.丁 ?? '')
  await add('box', '新')
  await server.order('clerk', 'move/audit', 'POST', { body: { ids: ids.订单 } })
})
beforeEach(() => {
  lines = []
})
afterAll(() => server?.close())

it('a plan lists what was removed and changed since, and writes nothing', async () => {
  const before = await readRecords('box')
  await bringBack({ isDry: true, isOverwriting: true })
  const text = lines.join('\n')
  expect(text).toContain('removed since, to be brought back: 1')
  expect(text).toContain('changed since, to be overwritten: 2')
  expect(text).toMatch(new RegExp(`${ids.乙} \\(fname, items\\), last saved by admin`))
  expect(text).toContain('as they were: 1; added since and left: 1')
  expect(await readRecords('box')).toEqual(before)
})

it('removed records come back, and changed ones stay as they are unless they are to be overwritten', async () => {
  await bringBack()
  expect(await readRecords('box')).toEqual([
    '丙 1.00 2.00',
    '乙改 5.00 9.00',
    '新 1.00 2.00',
    '旧改 null',
    '甲 1.00 2.00',
  ])
  await bringBack({ isOverwriting: true })
  expect(await readRecords('box')).toEqual([
    '丙 1.00 2.00',
    '乙 1.00 2.00',
    '新 1.00 2.00',
    '旧 null',
    '甲 1.00 2.00',
  ])
  lines = []
  await bringBack({ isOverwriting: true })
  expect(lines.at(-1)).toBe('Nothing was written.')
})

it('a record whose row is gone comes back with its id, its rows and its author', async () => {
  await bringBack({}, 'demo/loose')
  expect(await readRecords('loose')).toEqual(['丁 1.00 2.00'])
  const { rows } = await sql`select id, create_by from demo_loose`.execute(server.test.db.owner)
  expect(rows).toEqual([{ id: ids.丁, create_by: 'admin' }])
})

it('what is brought back stays in the history and in the operation log', async () => {
  const { rows } = await sql<{ type: string; fname: string }>`
    select type, data_content::jsonb ->> 'fname' as fname from sys_data_log
    where data_id = ${ids.乙} order by data_version`.execute(server.test.db.owner)
  expect(rows).toEqual([
    { type: 'saved', fname: '乙' },
    { type: 'saved', fname: '乙改' },
    { type: 'restored', fname: '乙' },
  ])
  const audit = await sql<{ content: string }>`
    select log_content as content from sys_audit where method = 'restore' order by seq`.execute(
    server.test.db.owner,
  )
  expect(audit.rows.map(({ content }) => content)).toEqual([
    `恢复箱子到 ${time}（1 条）`,
    `恢复箱子到 ${time}（2 条）`,
    `恢复箱子到 ${time}（1 条）`,
  ])
})

it('a record whose moves post is left as it is, with the reason', async () => {
  await bringBack({ isOverwriting: true }, 'demo/order')
  expect(lines.join('\n')).toMatch(
    new RegExp(`${ids.订单}: its state was 待审核, and moves .* post or have effects`),
  )
  expect(lines.at(-1)).toBe('Nothing was written.')
})

it('an unknown screen and a moment that is not kept are refused', async () => {
  await expect(bringBack({}, 'demo/none')).rejects.toThrow(/no screen demo\/none/)
  await expect(bringBack({}, 'demo/box', '2020-01-01 00:00:00')).rejects.toThrow(
    /Versions of records are kept since/,
  )
  await expect(bringBack({}, 'demo/box', '2026-13-01 00:00:00')).rejects.toThrow(/has to be a moment/)
  await expect(bringBack({}, 'demo/box', '9000-01-01 00:00:00')).rejects.toThrow(/later than now/)
})
