import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '#server/documents/library/registry.ts'
import type { SessionUser } from '#server/platform/http/requests/user.ts'
import { exportRights } from '#server/records/excel/export/export-rights.ts'
import { sendImport } from '../excel/send-import.ts'
import { rowsOfWorkbook } from '../excel/workbook-rows.ts'
import { noteScreen } from './documents/note-screen.ts'
import { type Person, TestServer } from './test-server.ts'

let server: TestServer
const rights = ['list', 'detail', 'add', 'edit', 'delete', 'export', 'import'].flatMap((word) => [
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
    { key: 'funit', title: '单位', type: 'select', dictCode: 'demo_unit' },
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
    { key: 'funit', title: '计量', type: 'select', dictCode: 'demo_unit', from: from('funit') },
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
      body: { fname: '书店', fsince: '1995-01-02', frate: 0.8, ftel: '13800001234', funit: '册' },
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
    const values = {
      ffirm: firmId,
      ffirmname: '书店',
      fsince: '1995-01-02',
      ftel: '138****1234',
      funit: '册',
    }
    expect(await records('clerk')).toEqual([
      { ...values, frate: 0.8 },
      { ffirm: 'none', ffirmname: null, fsince: null, frate: null, ftel: null, funit: null },
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

  const exported = async (person: Person, field = '') => {
    const { rawPayload } = await server.app.inject({
      method: 'GET',
      url: '/jeecg-boot/resource/demo/note/exportXls',
      query: { field },
      headers: { 'x-access-token': server.tokens.get(person) ?? '' },
    })
    return rowsOfWorkbook(rawPayload)
  }

  it('is a column of an export, with its text, and of the sheet of its detail table', async () => {
    const { 便笺: heads, 明细: rows } = await exported('clerk')
    expect(heads).toEqual([
      ['单位', '名称', '成立', '折扣', '电话', '计量'],
      [firmId, '书店', '1995-01-02', '0.8', '138****1234', '册（本）'],
    ])
    expect(rows?.map((row) => row.slice(-2))).toEqual([
      ['单位', '名称'],
      [firmId, '书店'],
      ['', ''],
    ])
    // The column with the reference need not be exported.
    expect((await exported('clerk', 'ffirmname')).便笺).toEqual([['名称'], ['书店']])
  })

  it('is empty in an export without the right to the other column or record', async () => {
    const field = 'ffirmname,frate'
    expect((await exported('reader', field)).便笺?.[1]).toEqual(['书店', ''])
    expect((await exported('other', field)).便笺?.[1]).toEqual(['', ''])
  })

  it('is a part of the rights with which the file of a long export is handed out', () => {
    const entry = server.services.documents.screen('demo/note')
    const user = (over: object) =>
      ({ id: 'u', username: 'u', orgCode: 'A01', roles: [], ...over }) as unknown as SessionUser
    const digest = (...codes: string[]) =>
      exportRights(
        server.services,
        entry as RegistryEntry<StoredScreen>,
        user({ codes: new Set([...rights, ...codes]) }),
      )
    expect(digest()).toBe(digest('demo:firm:other'))
    expect(digest()).not.toBe(digest('demo:firm:rate'))
  })

  it('is ignored in an imported workbook', async () => {
    const head = [
      ['单位', '名称'],
      [firmId, '编造'],
    ]
    expect(await sendImport(server, 'demo/note', { 便笺: head })).toMatchObject({ success: true })
    const [added] = (await call('clerk', 'GET', 'note/list', { query: { order: 'desc' } })).records
    expect(added).toMatchObject({ ffirm: firmId, ffirmname: '书店' })
    await call('clerk', 'DELETE', 'note/delete', { query: { id: added.id } })
  })

  it('is empty after the referenced record was deleted', async () => {
    await call('clerk', 'DELETE', 'firm/delete', { query: { id: firmId } })
    expect(await readFirst('clerk')).toMatchObject({ ffirm: firmId, ffirmname: null })
  })
})
