import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteScreen } from './documents/note-screen.ts'
import { type Person, TestServer } from './test-server.ts'

let server: TestServer
const rights = ['list', 'detail', 'add', 'edit', 'delete'].flatMap((word) => [
  `demo:note:${word}`,
  `demo:firm:${word}`,
])
const firm = noteScreen({
  id: 'demo/firm',
  title: '单位',
  perm: 'demo:firm',
  table: { name: 'demo_firm', softDelete: true },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fsince', title: '成立', type: 'date' },
    { key: 'frate', title: '折扣', type: 'inputNumber', scale: 2, access: { read: 'demo:firm:rate' } },
    { key: 'ftel', title: '电话', type: 'input', mask: 'phone' },
  ],
  rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode' }],
})
const from = (value: string) => ({ field: 'ffirm', screen: 'demo/firm', value })
const note = noteScreen({
  fields: [
    { key: 'ffirm', title: '单位', type: 'input' },
    { key: 'ffirmname', title: '名称', type: 'input', query: 'like', isOrder: true, from: from('fname') },
    { key: 'fsince', title: '成立', type: 'date', query: 'range', from: from('fsince') },
    { key: 'frate', title: '折扣', type: 'inputNumber', statistics: ['sum'], from: from('frate') },
    { key: 'ftel', title: '电话', type: 'input', from: from('ftel') },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_item', fk: 'fnoteid' },
      fields: [
        { key: 'ffirm', title: '单位', type: 'input' },
        { key: 'ffirmname', title: '名称', type: 'input', from: from('fname') },
      ],
    },
  ],
})

const call = async (person: Person, method: 'GET' | 'POST' | 'DELETE', path: string, more: object = {}) => {
  const { body } = await server.call(person, method, `/jeecg-boot/resource/demo/${path}`, more)
  expect(body).toMatchObject({ code: 200 })
  return body.result
}
let firmId: string
let noteId: string
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/note.json': note, 'demo/firm.json': firm },
    { clerk: [...rights, 'demo:firm:rate'], reader: rights, other: rights },
  )
  firmId = (
    await call('clerk', 'POST', 'firm/add', {
      body: { fname: '书店', fsince: '1995-01-02', frate: 0.8, ftel: '13800001234' },
    })
  ).id
  const body = { ffirm: firmId, ffirmname: '编造', items: [{ ffirm: firmId }, {}] }
  noteId = (await call('clerk', 'POST', 'note/add', { body })).id
})
afterAll(() => server?.close())

const readRecord = (person: Person) => call(person, 'GET', 'note/queryById', { query: { id: noteId } })
const readFirst = async (person: Person) => (await call(person, 'GET', 'note/list')).records[0]

describe('a field that shows the value of another record', () => {
  it('has the value of the referenced record in list, record and detail rows', async () => {
    const values = { ffirmname: '书店', fsince: '1995-01-02', frate: 0.8 }
    expect(await readFirst('clerk')).toMatchObject(values)
    expect(await readRecord('clerk')).toMatchObject({
      ...values,
      items: [{ ffirmname: '书店' }, { ffirmname: null }],
    })
  })

  it('is in the answer of a save, and ignores a value that is sent', async () => {
    const saved = await call('clerk', 'POST', 'note/edit', {
      body: { id: noteId, ffirmname: '编造' },
    })
    expect(saved).toMatchObject({ ffirmname: '书店' })
  })

  it('is empty without the right to the other column', async () => {
    expect(await readFirst('reader')).toMatchObject({ ffirmname: '书店', frate: null })
    expect(await readRecord('reader')).toMatchObject({ ffirmname: '书店', frate: null })
  })

  it('is masked like the other column', async () => {
    expect(await readFirst('clerk')).toMatchObject({ ftel: '138****1234' })
    expect(await readRecord('reader')).toMatchObject({ ftel: '138****1234' })
  })

  it('is empty when a row rule of the other screen hides the record', async () => {
    expect(await readFirst('other')).toMatchObject({ ffirm: firmId, ffirmname: null, fsince: null })
  })

  it('is a condition, an order and a sum of the list, under the rights of the other screen', async () => {
    const other = (await call('clerk', 'POST', 'firm/add', { body: { fname: '安亭印社', frate: 0.5 } })).id
    const second = (await call('clerk', 'POST', 'note/add', { body: { ffirm: other, items: [] } })).id
    const third = (await call('clerk', 'POST', 'note/add', { body: { items: [] } })).id
    const find = async (query: Record<string, string>, person: Person = 'clerk') =>
      (await call(person, 'GET', 'note/list', { query })).records.map(({ id }: { id: string }) => id)
    expect(await find({ ffirmname: '*印社*' })).toEqual([second])
    expect(await find({ ffirmname: '书店' })).toEqual([noteId])
    expect(await find({ fsince_begin: '1995-01-01', fsince_end: '1995-12-31' })).toEqual([noteId])
    expect(await find({ frate_begin: '0.6' })).toEqual([noteId])
    expect(await find({ column: 'ffirmname', order: 'desc' })).toEqual([second, noteId, third])
    expect(await find({ column: 'frate', order: 'desc' })).toEqual([noteId, second, third])
    // Neither rows that its rules hide nor columns without a right can be found.
    expect(await find({ ffirmname: '书店' }, 'other')).toEqual([])
    for (const query of [{ frate_begin: '0.6' }, { column: 'frate', order: 'asc' }] as Record<
      string,
      string
    >[]) {
      const reply = await server.call('reader', 'GET', `/jeecg-boot/resource/demo/note/list`, { query })
      expect([reply.status, reply.body.result?.records?.length ?? 0]).not.toEqual([200, 1])
    }
    const { body } = await server.call('clerk', 'GET', '/jeecg-boot/resource/demo/note/summary', {
      query: { field: 'frate', ffirmname: '*' },
    })
    expect(body.result).toMatchObject({ totals: { frate: { sum: 1.3 } } })
    for (const id of [second, third]) await call('clerk', 'DELETE', 'note/delete', { query: { id } })
  })

  it('is counted anew when the other record changes', async () => {
    const find = async (name: string) =>
      (await call('clerk', 'GET', 'note/list', { query: { ffirmname: name } })).total
    const { rev } = await call('clerk', 'GET', 'firm/queryById', { query: { id: firmId } })
    expect([await find('书店'), await find('书局')]).toEqual([1, 0])
    const saved = await server.call('clerk', 'PUT', '/jeecg-boot/resource/demo/firm/edit', {
      body: { id: firmId, rev, fname: '书局' },
    })
    expect([await find('书店'), await find('书局')]).toEqual([0, 1])
    await server.call('clerk', 'PUT', '/jeecg-boot/resource/demo/firm/edit', {
      body: { id: firmId, rev: saved.body.result.rev, fname: '书店' },
    })
  })

  it('is read for a picked reference before the save, by the rights of the other screen', async () => {
    const read = (person: Person, place = 'note', over: object = {}) =>
      server.call(person, 'GET', `/jeecg-boot/resource/demo/${place}/referenced`, {
        query: { field: 'ffirm', values: JSON.stringify([firmId, 'none']), ...over },
      })
    const records = async (...parts: Parameters<typeof read>) => (await read(...parts)).body.result
    const values = { ffirm: firmId, ffirmname: '书店', fsince: '1995-01-02', ftel: '138****1234' }
    expect(await records('clerk')).toEqual([
      { ...values, frate: 0.8 },
      { ffirm: 'none', ffirmname: null, fsince: null, frate: null, ftel: null },
    ])
    expect(await records('reader')).toMatchObject([{ ...values, frate: null }, {}])
    expect(await records('other')).toMatchObject([{ ffirmname: null, ftel: null }, {}])
    expect(await records('clerk', 'note/items')).toEqual([
      { ffirm: firmId, ffirmname: '书店' },
      { ffirm: 'none', ffirmname: null },
    ])
    expect((await read('nobody')).status).toBe(403)
    expect((await read('clerk', 'note/nothing')).status).toBe(404)
    for (const over of [{ field: 'ftel' }, { values: 'x' }, { values: '[1]' }, { values: '{}' }])
      expect((await read('clerk', 'note', over)).status).toBe(400)
  })

  it('is empty after the referenced record was deleted', async () => {
    await call('clerk', 'DELETE', 'firm/delete', { query: { id: firmId } })
    expect(await readFirst('clerk')).toMatchObject({ ffirm: firmId, ffirmname: null })
  })
})
