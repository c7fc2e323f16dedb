import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { applyAdditive } from '#server/documents/apply.ts'
import { sendImport } from '../../excel/send-import.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

const verbs = ['list', 'detail', 'add', 'edit', 'delete', 'import']
const visit = noteScreen({
  id: 'demo/visit',
  title: '到访',
  perm: 'demo:visit',
  table: { name: 'demo_visit', partition: 'id' },
  list: { sort: '-createTime' },
  import: { match: ['ftext'] },
})

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/visit.json': visit },
    { clerk: verbs.map((verb) => `demo:visit:${verb}`) },
  )
})
afterAll(() => server?.close())

const read = async (text: string) => (await sql.raw(text).execute(server.test.db.owner)).rows
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', verb: string, rest: object) =>
  (await server.call('clerk', method, `/jeecg-boot/resource/demo/visit/${verb}`, rest)).body
const load = (table: object) =>
  applyAdditive(server.test.db, [noteScreen({ table }) as unknown as StoredScreen], fieldValues)
const outcomes = async (table: object) =>
  (await load(table)).done.map(({ step, error }) => [step.kind, step.blocks, error])

it('records of a table with months are added, listed, changed, imported and removed', async () => {
  const { result } = await call('POST', 'add', { body: { ftext: '甲' } })
  const places = await read(`select tableoid::regclass::text as place from demo_visit`)
  expect(places).toEqual([{ place: expect.stringMatching(/^partitions\.demo_visit_y\d{4}m\d\d$/) }])
  expect((await call('PUT', 'edit', { body: { id: result.id, rev: result.rev, ftext: '乙' } })).success).toBe(
    true,
  )
  const sheets = { 到访: [['文字'], ['乙'], ['丙']] }
  await sendImport(server, 'demo/visit', sheets, { who: 'clerk' })
  const list = await call('GET', 'list', { query: { pageNo: '1', pageSize: '10' } })
  expect(list.result.total).toBe(2)
  expect(list.result.records.map(({ ftext }: { ftext: string }) => ftext).sort()).toEqual(['丙', '乙'].sort())
  expect((await call('DELETE', 'delete', { query: { id: result.id } })).success).toBe(true)
  expect(await read('select ftext from demo_visit')).toEqual([{ ftext: '丙' }])
})

it('the first page of the list is read from indexes of the months', async () => {
  await read(`insert into demo_visit (id, ftext, create_time)
    select (extract(epoch from now()) * 1000)::bigint + n::bigint * 1000000 || '007000', 'x', localtimestamp + n * interval '1000 seconds'
    from generate_series(1, 9000) n`)
  await read('analyze demo_visit')
  const plan = await read(`explain (costs off) select * from demo_visit t
    order by create_time desc nulls last, id desc nulls last limit 20`)
  expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  expect(JSON.stringify(plan)).toContain('Merge Append')
})

it('the word divides a table that has records, once; the way back is refused', async () => {
  await load({ name: 'demo_note' })
  await read(`insert into demo_note (id, ftext) values ('1700000000000001001', '旧'), ('x', '别的')`)
  expect(await outcomes({ name: 'demo_note', partition: 'id' })).toEqual([['partition', false, null]])
  expect(await outcomes({ name: 'demo_note', partition: 'id' })).toEqual([])
  expect(await read('select ftext, tableoid::regclass::text as place from demo_note order by id')).toEqual([
    { ftext: '旧', place: 'partitions.demo_note_first' },
    { ftext: '别的', place: 'partitions.demo_note_default' },
  ])
  expect(await outcomes({ name: 'demo_note' })).toEqual([
    ['partition', true, '表 demo_note 已按列 id 的月份分区，改不回来；请写回 "partition"，或换一个表名'],
  ])
  // Further changes of the document go to all months.
  const more = noteScreen({
    table: { name: 'demo_note', partition: 'id', indexes: [['fnum']] },
    fields: [
      { key: 'ftext', title: '文字', type: 'input', length: 90, query: 'like' },
      { key: 'fnum', title: '数', type: 'inputNumber', scale: 2 },
    ],
  })
  const { done } = await applyAdditive(server.test.db, [more as unknown as StoredScreen], fieldValues)
  expect(new Set(done.map(({ step }) => step.kind))).toEqual(new Set(['widen', 'add', 'index']))
  expect(done.filter(({ error }) => error !== null)).toEqual([])
})

it('a message and its recipients are in one month, and each user gets it once', async () => {
  const recipients = noteScreen({
    table: {
      name: 'demo_receipt',
      partition: 'fnote',
      indexes: [{ fields: ['fnote', 'fuser'], unique: true }],
    },
    fields: [
      { key: 'fnote', type: 'hidden', length: 36 },
      { key: 'fuser', type: 'hidden', length: 36 },
    ],
  })
  await applyAdditive(server.test.db, [recipients as unknown as StoredScreen], fieldValues)
  const add = () =>
    read(`insert into demo_receipt (id, fnote, fuser)
      select gen_random_uuid()::text, id, 'u' from demo_visit where ftext = '丙' on conflict do nothing returning id`)
  expect(await add()).toHaveLength(1)
  expect(await add()).toEqual([])
  const [same] =
    await read(`select right(r.tableoid::regclass::text, 8) = right(v.tableoid::regclass::text, 8) as same
    from demo_receipt r join demo_visit v on v.id = r.fnote`)
  expect(same).toEqual({ same: true })
})
