import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

const number = { type: 'inputNumber', scale: 2 }
/** A loan whose return writes a day and a fine, which formulas of the head and of the rows read. */
const loan = {
  version: 2,
  kind: 'screen',
  id: 'demo/lent',
  title: '借出',
  perm: 'demo:lent',
  table: { name: 'demo_lent' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fborrow', title: '借出日', type: 'date' },
    { key: 'fwhole', title: '总数', ...number },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    { key: 'freturn', title: '归还日', type: 'date', form: false },
    { key: 'ffine', title: '罚款', ...number, form: false },
    { key: 'fdays', title: '天数', type: 'inputNumber', compute: 'days(fborrow, freturn)' },
    { key: 'fdue', title: '结清日', type: 'date', compute: "addWorkdays(freturn, 1, 'holiday')" },
    { key: 'fsum', title: '合计', ...number, compute: 'sum(items.fshare)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_lent_item', fk: 'flentid' },
      fields: [
        { key: 'fnum', title: '数量', ...number },
        {
          key: 'fshare',
          title: '分摊',
          ...number,
          compute: "fstate == '已归还' ? round(fnum * ffine, 2) : 0",
        },
      ],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '借出',
    moves: [
      {
        code: 'return',
        title: '归还',
        from: ['借出'],
        to: '已归还',
        batch: true,
        set: { freturn: '2026-10-09', ffine: '=fwhole / 3' },
      },
    ],
  },
}
const holiday = {
  version: 2,
  kind: 'dict',
  id: 'dict/holiday',
  title: '节假日',
  code: 'holiday',
  items: [{ value: '2026-10-10', text: '国庆节后上班' }],
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/lent.json': loan, 'dict/holiday.json': holiday },
    { other: ['list', 'detail', 'add', 'edit', 'return'].map((word) => `demo:lent:${word}`) },
  )
})
afterAll(() => server?.close())

const place = '/jeecg-boot/resource/demo/lent'
const call = async (verb: string, body: unknown) =>
  (await server.call('other', 'POST', `${place}/${verb}`, { body })).body
const add = async () => {
  const body = { fname: '锤子', fborrow: '2026-09-27', fwhole: 10, items: [{ fnum: 1 }, { fnum: 2 }] }
  return String((await call('add', body)).result.id)
}
const read = async (id: string) =>
  (await server.call('other', 'GET', `${place}/queryById`, { query: { id } })).body.result
const before = { fstate: '借出', freturn: null, ffine: null, fdays: null, fdue: null, fsum: 0 }
const after = {
  fstate: '已归还',
  freturn: '2026-10-09',
  ffine: 3.33,
  fdays: 12,
  fdue: '2026-10-10',
  fsum: 9.99,
}

it('a move computes the formulas that read what it writes, in heads and rows, and its undo too', async () => {
  const ids = [await add(), await add()]
  const moved = await call('move/return', { ids: ids.join(',') })
  expect(moved).toMatchObject({ success: true })
  for (const id of ids) {
    const record = await read(id)
    expect(record).toMatchObject(after)
    expect(record.items.map(({ fshare }: { fshare: number }) => fshare)).toEqual([3.33, 6.66])
  }
  expect(await call('undo', { id: moved.result.undo })).toMatchObject({ success: true })
  for (const id of ids) {
    const record = await read(id)
    expect(record).toMatchObject(before)
    expect(record.items.map(({ fshare }: { fshare: number }) => fshare)).toEqual([0, 0])
  }
})

it('the version of a move has the values that are stored', async () => {
  const id = await add()
  await call('move/return', { ids: id })
  const { rows } = await sql<{ content: string }>`
    select data_content as content from sys_data_log where data_id = ${id} order by data_version desc limit 1`.execute(
    server.services.db.app,
  )
  expect(JSON.parse(rows[0]?.content ?? '{}')).toMatchObject(after)
})
