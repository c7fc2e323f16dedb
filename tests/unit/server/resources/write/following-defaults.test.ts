import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

let server: TestServer
const rights = ['list', 'detail', 'add', 'edit'].map((word) => `demo:note:${word}`)
beforeAll(async () => {
  const fields = [
    { key: 'fdue', title: '到期', type: 'date', defaultValue: '=fdate' },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'ftotal', title: '合计', type: 'inputNumber', compute: 'sum(items.fprice)' },
    {
      key: 'fcharge',
      title: '押金',
      type: 'inputNumber',
      defaultValue: '=ftotal * 2',
      access: { edit: 'demo:note:charge' },
    },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_item', fk: 'fnoteid' },
      fields: [
        { key: 'fprice', title: '价', type: 'inputNumber' },
        { key: 'fpaid', title: '赔偿价', type: 'inputNumber', defaultValue: '=fprice' },
        { key: 'fday', title: '归还', type: 'date', defaultValue: '=form.fdue' },
      ],
    },
  ]
  server = await TestServer.open({ 'demo/note.json': noteScreen({ fields }) }, { clerk: rights })
})
afterAll(() => server?.close())

const note = '/jeecg-boot/resource/demo/note'
const save = async (verb: 'add' | 'edit', body: object) => {
  const reply = await server.call('clerk', verb === 'add' ? 'POST' : 'PUT', `${note}/${verb}`, { body })
  expect(reply.body).toMatchObject({ code: 200 })
  return reply.body.result
}

describe('a default that reads other fields on the server', () => {
  it('sets the absent keys of a new record and of its rows, from the values that are sent', async () => {
    const saved = await save('add', {
      fdate: '2025-03-04',
      items: [{ fprice: 10 }, { fprice: 5, fpaid: 1, fday: null }],
    })
    expect(saved).toMatchObject({
      fdue: '2025-03-04',
      fcharge: 30,
      items: [
        { fpaid: 10, fday: '2025-03-04' },
        { fpaid: 1, fday: null },
      ],
    })
  })

  it('keeps values that are sent, empty ones too', async () => {
    expect(await save('add', { fdate: '2025-03-04', fdue: '2025-04-01', items: [] })).toMatchObject({
      fdue: '2025-04-01',
    })
    expect(await save('add', { fdate: '2025-03-04', fdue: null, items: [] })).toMatchObject({ fdue: null })
  })

  it('replaces the value of a user who may not edit the field', async () => {
    const saved = await save('add', { fcharge: 999, items: [{ fprice: 7 }] })
    expect(saved).toMatchObject({ fcharge: 14 })
  })

  it('sets the absent keys of rows that an edit adds, and leaves stored values', async () => {
    const { id, rev, items } = await save('add', { fdate: '2025-03-04', fdue: null, items: [{ fprice: 10 }] })
    const edited = await save('edit', {
      id,
      rev,
      fdate: '2025-05-05',
      items: { added: [{ fprice: 3 }], changed: [{ id: items[0].id, fprice: 20 }] },
    })
    expect(edited).toMatchObject({
      fdue: null,
      fcharge: 20,
      items: [{ fpaid: 10 }, { fpaid: 3, fday: null }],
    })
  })
})
