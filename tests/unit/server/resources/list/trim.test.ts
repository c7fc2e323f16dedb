import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const required = [{ required: true, message: '请输入文字' }]
const note = noteScreen({
  fields: [{ key: 'ftext', title: '文字', type: 'input', length: 4, trim: true, validateRules: required }],
})

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/note.json': note }, { clerk: ['demo:note:add', 'demo:note:list'] })
})
afterAll(() => server?.close())

const add = async (ftext: string) =>
  (await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/note/add', { body: { ftext } })).body

it('a text with trim is stored without blanks at its ends', async () => {
  expect((await add('  甲 乙\u3000 ')).result).toMatchObject({ ftext: '甲 乙' })
})

it('a text with trim is refused like an empty one when it has only blanks', async () => {
  expect((await add('  \u3000 ')).result.problems).toMatchObject([{ path: '/ftext', text: '请输入文字' }])
})
