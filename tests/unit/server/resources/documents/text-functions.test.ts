import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { textFunctionTable, textRecord } from '../../../kernel/text-function-table.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

/** One computed column for each call of the table. */
const screen = noteScreen({
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'famount', title: '金额', type: 'inputNumber', scale: 2 },
    {
      key: 'flabel',
      title: '标签',
      type: 'input',
      length: 20,
      compute: 'fname',
      access: { read: 'demo:note:label' },
    },
    ...textFunctionTable.map(([compute, value], at) => ({
      key: `f${at}`,
      title: `第 ${at} 列`,
      type: typeof value === 'number' ? 'inputNumber' : 'input',
      compute,
    })),
  ],
}) as unknown as ScreenDocument

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/note.json': screen },
    { clerk: ['demo:note:add', 'demo:note:list', 'demo:note:detail'] },
  )
})
afterAll(() => server?.close())

const expected = Object.fromEntries(textFunctionTable.map(([, value], at) => [`f${at}`, value]))
const pickComputed = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, record[key] === '' ? null : record[key]]))

it('a text function has the same value on the server as in the browser, and as in the table', async () => {
  const reply = await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/note/add', { body: textRecord })
  expect(reply.body.message).not.toMatch(/失败/)
  const user = { id: '1', username: 'a', realname: 'a', orgCode: 'a' }
  const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
  const model = new RecordModel(screen, {}, {
    types: fieldValues,
    lookup,
    env: { user, now: new Date(), mode: 'add' },
  } as never)
  model.setHeads(textRecord)
  expect(pickComputed(model.record)).toEqual(expected)
  expect(pickComputed(reply.body.result)).toEqual(expected)
})

it('a computed text that is longer than its column is refused with its name and what it is computed from', async () => {
  const body = { ...textRecord, fname: '一'.repeat(21) }
  for (const who of ['admin', 'clerk'] as const) {
    const reply = await server.call(who, 'POST', '/jeecg-boot/resource/demo/note/add', { body })
    expect(reply.body.message).toBe('标签不能超过 20 个字。它由「名称」算出，请改这些值')
  }
})
