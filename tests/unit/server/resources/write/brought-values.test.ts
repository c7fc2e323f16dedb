import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { newRecord, newRow } from '#runtime/record/formulas/defaults.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { type DetailField, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const paper = {
  version: 2,
  kind: 'dict',
  id: 'dict/paper',
  title: '纸',
  code: 'paper',
  items: [
    { value: 'x', text: '宣纸', values: { fweight: 30 } },
    { value: 'z', text: '竹纸', values: { fweight: 20 } },
  ],
}
const kind = {
  key: 'fkind',
  title: '复制方式',
  type: 'select',
  orgFields: ['fprice', 'text'],
  destFields: ['fprice', 'fkindname'],
  defaultValue: '扫描',
  options: [
    { value: '复印', values: { fprice: 0.5 } },
    { value: '扫描', values: { fprice: 2 } },
  ],
}
const price = { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 }
const kindName = { key: 'fkindname', title: '方式', type: 'input' }
const screen = noteScreen({
  fields: [
    kind,
    price,
    kindName,
    {
      key: 'fpaper',
      title: '纸',
      type: 'radio',
      dictCode: 'paper',
      defaultValue: 'x',
      orgFields: ['fweight'],
      destFields: ['fweight'],
    },
    { key: 'fweight', title: '克重', type: 'inputNumber' },
    { key: 'fnum', title: '数量', type: 'inputNumber', defaultValue: 3 },
    { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_item', fk: 'fnoteid' },
      fields: [kind, price, { ...kindName, defaultValue: '未定' }],
    },
  ],
}) as unknown as ScreenDocument

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/note.json': screen, 'dict/paper.json': paper },
    { clerk: ['list', 'detail', 'add', 'edit'].map((word) => `demo:note:${word}`) },
  )
})
afterAll(() => server?.close())

const note = '/jeecg-boot/resource/demo/note'
const add = async (body: object) => {
  const reply = await server.call('clerk', 'POST', `${note}/add`, { body })
  expect(reply.body).toMatchObject({ code: 200 })
  return reply.body.result
}
const brought = { fkind: '扫描', fprice: 2, fkindname: '扫描', fweight: 30, famount: 6 }

describe('the default of a choice', () => {
  it('brings its values into a new record and its rows on the server', async () => {
    expect(await add({ items: [{}] })).toMatchObject({
      ...brought,
      items: [{ fkind: '扫描', fprice: 2, fkindname: '未定' }],
    })
  })

  it('brings none where another choice, or no choice, is sent', async () => {
    expect(await add({ fkind: '复印', fpaper: null, items: [{ fkind: '复印' }] })).toMatchObject({
      fkind: '复印',
      fprice: null,
      fweight: null,
      items: [{ fprice: null }],
    })
  })

  it('replaces no value that is sent', async () => {
    expect(await add({ fkind: '扫描', fprice: 9, fweight: null, items: [] })).toMatchObject({
      fprice: 9,
      famount: 27,
      fweight: null,
    })
  })

  it('brings its values into rows that an edit adds', async () => {
    const { id, rev } = await add({ items: [] })
    const body = { id, rev, items: { added: [{}, { fprice: 7 }] } }
    const reply = await server.call('clerk', 'PUT', `${note}/edit`, { body })
    expect(reply.body.result.items).toMatchObject([{ fprice: 2 }, { fprice: 7 }])
  })

  it('brings the same values in a form', () => {
    const items = paper.items.map((item) => ({ ...item }))
    const lookup = {
      text: () => undefined,
      value: () => undefined,
      items: (code: string) => (code === 'paper' ? items : []),
    }
    const user = { id: '1', username: 'a', realname: 'a', orgCode: 'a' }
    const env = { user, now: new Date(), mode: 'add' as const, types: fieldValues, lookup }
    const model = new RecordModel(screen, newRecord(screen, env), {
      types: fieldValues,
      lookup,
      env,
    } as never)
    expect(model.head).toMatchObject(brought)
    const detail = screen.fields.find(isDetail) as DetailField
    expect(newRow(screen, detail, env)).toEqual({ fkind: '扫描', fprice: 2, fkindname: '未定' })
    expect(newRecord(screen, env, { fkind: '复印' })).not.toHaveProperty('fprice')
  })
})
