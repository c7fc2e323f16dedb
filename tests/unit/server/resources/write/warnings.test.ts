import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const screen = noteScreen({
  list: { layout: 'erp' },
  fields: [
    {
      key: 'fprice',
      title: '售价',
      type: 'inputNumber',
      validateRules: [
        { required: true, message: '请输入售价' },
        { check: 'fprice > 0', message: '售价要大于 0' },
        { check: 'fprice >= fcost', message: '低于进价', level: 'warning' },
      ],
    },
    { key: 'fcost', title: '进价', type: 'inputNumber' },
    {
      key: 'rows',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_row', fk: 'fnoteid', order: 'orderNum' },
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        {
          key: 'fspec',
          title: '规格',
          type: 'input',
          validateRules: [{ required: true, message: '没有填规格', level: 'warning' }],
        },
      ],
    },
    {
      key: 'marks',
      title: '批注',
      type: 'table',
      own: true,
      table: { name: 'demo_note_mark', fk: 'fnoteid', order: 'orderNum' },
      fields: [
        {
          key: 'ftext',
          title: '内容',
          type: 'input',
          validateRules: [{ check: 'len(ftext) > 2', message: '太短', level: 'warning' }],
        },
      ],
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/note.json': screen },
    {
      clerk: ['list', 'detail', 'add', 'edit'].flatMap((word) => [
        `demo:note:${word}`,
        `demo:note.marks:${word}`,
      ]),
    },
  )
})
afterAll(() => server?.close())

const send = async (verb: string, body: object, headers: Record<string, string> = {}) => {
  const reply = await server.call('clerk', 'POST', `/jeecg-boot/resource/demo/note/${verb}`, {
    body,
    headers,
  })
  const { result } = reply.body
  const problems = result?.problems?.map(({ path, code, text }: Record<string, string>) => [path, code, text])
  return { status: reply.status, message: reply.body.message, result, problems }
}
const confirmed = { 'x-confirm-warnings': 'true' }
const cheap = { fprice: 3, fcost: 5, rows: [{ fname: '纸', fspec: '四尺' }, { fname: '墨' }] }

it('a record with warnings is refused with each of them until its request confirms them', async () => {
  const refused = await send('add', cheap)
  expect([refused.status, refused.message]).toEqual([428, '有 2 处提醒，仍要保存？'])
  expect(refused.problems).toEqual([
    ['/fprice', 'warning', '低于进价'],
    ['/rows/1/fspec', 'warning', '没有填规格'],
  ])
  const { body } = await server.call('clerk', 'GET', '/jeecg-boot/resource/demo/note/list')
  expect(body.result.total).toBe(0)

  const saved = await send('add', cheap, { ...confirmed, 'idempotency-key': 'warned-once' })
  expect(saved.result).toMatchObject({ fprice: 3 })
  const { id, rev } = saved.result
  expect((await send('edit', { id, rev, fprice: 4 })).status).toBe(428)
  expect((await send('edit', { id, rev, fprice: 4 }, confirmed)).result).toMatchObject({ fprice: 4 })
})

it('a record without warnings needs no confirmation', async () => {
  expect((await send('add', { fprice: 5, fcost: 5, rows: [] })).result).toMatchObject({ fprice: 5 })
})

it.each([
  ['breaks a rule of its field', { fprice: 0, fcost: 5 }, ['/fprice', 'rule', '售价要大于 0']],
  ['lacks a required value', { fcost: 5 }, ['/fprice', 'rule', '请输入售价']],
])('a confirmed record is refused all the same when it %s', async (_title, body, problem) => {
  const refused = await send('add', { ...body, rows: [] }, confirmed)
  expect([refused.status, refused.problems]).toEqual([400, [problem]])
})

it('a row that is saved separately is refused with its own warnings until its request confirms them', async () => {
  const note = (await send('add', { ...cheap, rows: [] }, confirmed)).result
  const at = (verb: string) => `marks/${verb}?master=${note.id}`
  const refused = await send(at('add'), { ftext: '好' })
  expect([refused.status, refused.message]).toEqual([428, '有 1 处提醒，仍要保存？'])
  expect(refused.problems).toEqual([['/ftext', 'warning', '太短']])
  const mark = (await send(at('add'), { ftext: '好' }, confirmed)).result
  expect(mark).toMatchObject({ ftext: '好' })

  // The warnings of the head and of the first row were confirmed.
  const second = (await send(at('add'), { ftext: '写得好' })).result
  expect(second).toMatchObject({ ftext: '写得好' })
  expect((await send(at('edit'), { id: second.id, ftext: '差' })).status).toBe(428)
  expect((await send(at('edit'), { id: second.id, ftext: '写得差' })).status).toBe(200)
})

it('a head is saved without the warnings of rows that are saved separately', async () => {
  const note = (await send('add', { fprice: 5, fcost: 5, rows: [] })).result
  await send(`marks/add?master=${note.id}`, { ftext: '好' }, confirmed)
  const { status } = await send('edit', { id: note.id, fprice: 6 })
  expect(status).toBe(200)
})
