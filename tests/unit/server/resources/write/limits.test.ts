import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendImport } from '../../excel/send-import.ts'
import { following } from '../../then/screens.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const screen = 'demo/booking'
const booking = noteScreen({
  id: screen,
  title: '预约',
  perm: 'demo:booking',
  table: {
    name: 'demo_booking',
    softDelete: true,
    limits: [
      { fields: ['froom'], period: ['fbegin', 'fend'], where: "fstate != '已作废'" },
      { fields: ['fguide'], period: ['fstart', 'fstop'], max: 2 },
      { fields: ['fcard'], where: "fstate == '有效'", message: '这张卡已在使用' },
    ],
  },
  fields: [
    { key: 'froom', title: '房间', type: 'input' },
    { key: 'fbegin', title: '开始日期', type: 'date' },
    { key: 'fend', title: '结束日期', type: 'date' },
    { key: 'fguide', title: '讲解员', type: 'input' },
    { key: 'fstart', title: '开始时间', type: 'datetime' },
    { key: 'fstop', title: '结束时间', type: 'datetime' },
    { key: 'fcard', title: '卡号', type: 'input' },
    { key: 'fstate', title: '状态', type: 'input', form: false },
  ],
  flow: {
    field: 'fstate',
    initial: '有效',
    moves: [
      { code: 'void', title: '作废', from: ['有效'], to: '已作废' },
      { code: 'renew', title: '恢复', from: ['已作废'], to: '有效' },
    ],
  },
  actions: { row: ['void', 'renew'] },
})

/** Whose new records make room for the next one. */
const visit = noteScreen({
  id: 'demo/visit',
  title: '来访',
  perm: 'demo:visit',
  table: { name: 'demo_visit', limits: [{ fields: ['fgate'], where: "fin == '是'" }] },
  fields: [
    { key: 'fgate', title: '门', type: 'input' },
    { key: 'fin', title: '在馆', type: 'input', defaultValue: '是' },
  ],
  ...following({
    on: 'add',
    change: { screen: 'demo/visit', where: { id: '=id' }, values: { fin: '否' } },
  }),
})

let server: TestServer
beforeAll(async () => {
  const verbs = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'void', 'renew']
  server = await TestServer.open(
    { 'demo/booking.json': booking, 'demo/visit.json': visit },
    { clerk: verbs.map((verb) => `demo:booking:${verb}`) },
  )
  for (const id of [screen, 'demo/visit']) expect(server.services.documents.screen(id)?.problems).toEqual([])
})
afterAll(() => server?.close())

let room = 0
beforeEach(() => {
  room += 1
})

const post = (verb: string, body: unknown) =>
  server.call('clerk', 'POST', `/jeecg-boot/resource/${screen}/${verb}`, { body })
const faults = (reply: Awaited<ReturnType<typeof post>>) =>
  reply.body.success ? [] : (reply.body.result?.problems ?? reply.body.result)
const days = (fbegin: string | null, fend: string | null, more: object = {}) =>
  post('add', { froom: `房${room}`, fbegin, fend, ...more })
const overlaps = [
  { path: '/fbegin', code: 'limit', text: '与房间相同的记录的开始日期至结束日期重叠，请换一个时段' },
]

it('days of one room do not overlap, first and last day included', async () => {
  const first = await days('2026-03-10', '2026-03-12')
  expect(faults(first)).toEqual([])
  expect(faults(await days('2026-03-12', '2026-03-14'))).toEqual(overlaps)
  expect(faults(await days('2026-03-01', '2026-03-31'))).toEqual(overlaps)
  expect(faults(await days('2026-03-13', '2026-03-14'))).toEqual([])
  expect(faults(await days('2026-03-12', '2026-03-12', { froom: '另一间' }))).toEqual([])
  expect(faults(await days('2026-03-12', null))).toEqual(overlaps)
  expect(faults(await days(null, '2026-03-09'))).toEqual([])
})

it('a record may keep its own days, and may not take those of another', async () => {
  const { result } = (await days('2026-03-10', '2026-03-12')).body
  await days('2026-03-20', '2026-03-22')
  expect(faults(await post('edit', { id: result.id, fend: '2026-03-11' }))).toEqual([])
  expect(faults(await post('edit', { id: result.id, fend: '2026-03-20' }))).toEqual(overlaps)
})

it('records without the value, or outside the condition, are not counted', async () => {
  const { result } = (await days('2026-03-10', '2026-03-12')).body
  expect(faults(await days('2026-03-10', '2026-03-12', { froom: null }))).toEqual([])
  expect(faults(await days('2026-03-10', '2026-03-12', { froom: null }))).toEqual([])
  await post('move/void', { ids: result.id })
  expect(faults(await days('2026-03-11', '2026-03-11'))).toEqual([])
})

it('a move and a restore are counted as a save', async () => {
  const { id } = (await days('2026-03-10', '2026-03-12')).body.result
  await post('move/void', { ids: id })
  const other = (await days('2026-03-12', '2026-03-13')).body.result
  expect(faults(await post('move/renew', { ids: id }))).toEqual(overlaps)
  const removed = await server.call('clerk', 'DELETE', `/jeecg-boot/resource/${screen}/delete`, {
    query: { id: other.id },
  })
  expect(faults(await post('move/renew', { ids: id }))).toEqual([])
  expect((await post('undo', { id: removed.body.result.undo })).body.success).toBe(false)
})

const times = (fstart: string, fstop: string) =>
  post('add', { fguide: `讲${room}`, fstart: `2026-03-10 ${fstart}:00`, fstop: `2026-03-10 ${fstop}:00` })

it('at most two at one moment; a period ends before its last moment', async () => {
  expect(faults(await times('09:00', '12:00'))).toEqual([])
  expect(faults(await times('09:00', '10:00'))).toEqual([])
  expect(faults(await times('10:00', '11:00'))).toEqual([])
  expect(faults(await times('11:00', '13:00'))).toEqual([])
  expect(faults(await times('10:30', '11:30'))).toEqual([
    {
      path: '/fstart',
      code: 'limit',
      text: '讲解员相同的记录在同一时段（开始时间至结束时间）最多 2 条，请换一个时段',
    },
  ])
  expect(faults(await times('12:00', '14:00'))).toEqual([])
})

it('a value is unique where the condition holds, with the text of the document', async () => {
  const fcard = `K${room}`
  const { id } = (await post('add', { fcard })).body.result
  expect(faults(await post('add', { fcard }))).toEqual([
    { path: '/fcard', code: 'limit', text: '这张卡已在使用' },
  ])
  await post('move/void', { ids: id })
  expect(faults(await post('add', { fcard }))).toEqual([])
})

it('of saves at the same time only as many succeed as the limit allows', async () => {
  const alike = await Promise.all(Array.from({ length: 12 }, () => days('2026-03-10', '2026-03-12')))
  expect(alike.filter(({ body }) => body.success)).toHaveLength(1)
  const moments = await Promise.all(Array.from({ length: 12 }, () => times('09:00', '10:00')))
  expect(moments.filter(({ body }) => body.success)).toHaveLength(2)
  expect(moments.filter(({ status }) => status >= 500)).toEqual([])
})

it('an import names the row that is too many', async () => {
  const name = `房${room}`
  const rows = Array.from({ length: 60 }, (_, at) => [`${name}-${at}`, '2026-03-10', '2026-03-12'])
  const head = ['房间', '开始日期', '结束日期']
  const body = await sendImport(server, screen, {
    预约: [head, ...rows, [`${name}-7`, '2026-03-12', null]],
  })
  expect(body.result.faults ?? body.result).toMatchObject([
    { row: 62, reason: expect.stringContaining('与房间相同的记录的开始日期至结束日期重叠') },
  ])
})

it('an import whose rows are only allowed one after the other stores versions of its records alone', async () => {
  const body = await sendImport(server, 'demo/visit', { 来访: [['门'], ['东'], ['东']] }, { who: 'admin' })
  expect(body).toMatchObject({ success: true })
  const versions = await sql`
    select distinct data_id from sys_data_log where data_table = 'demo_visit' order by data_id`.execute(
    server.test.db.app,
  )
  const records = await sql`select id as data_id from demo_visit order by id`.execute(server.test.db.app)
  expect(records.rows).toHaveLength(2)
  expect(versions.rows).toEqual(records.rows)
})
