import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordMoves } from '#runtime/record/moves.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { type Person, TestServer } from '../test-server.ts'

const ask = { key: 'fopinion', title: '驳回意见', required: true }
const paper = noteScreen({
  id: 'demo/paper',
  perm: 'demo:paper',
  table: { name: 'demo_paper' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fopinion', title: '驳回意见', type: 'input', access: { read: 'demo:paper:opinion' } },
    {
      key: 'fstate',
      title: '状态',
      type: 'select',
      options: [
        { value: '0', text: '待审核' },
        { value: '1', text: '已审核' },
        { value: '2', text: '已驳回' },
      ],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '0',
    moves: [
      { code: 'audit', title: '审核', from: ['0'], to: '1' },
      { code: 'urge', title: '加急审核', from: ['0'], to: '1' },
      { code: 'unaudit', title: '反审核', from: ['1'], to: '0' },
      { code: 'reject', title: '驳回', from: ['0'], to: '2', ask },
      { code: 'submit', title: '提交', from: ['2'], to: '0', set: { fopinion: null } },
    ],
  },
  rowRules: [{ name: '看得见的', where: "fname != '密'", unless: 'demo:paper:all' }],
})
const plain = noteScreen({ id: 'demo/plain', perm: 'demo:plain', table: { name: 'demo_plain' } })
const users = {
  version: 2,
  kind: 'dict',
  id: 'dict/user',
  title: '用户',
  code: 'sys_user,realname,username',
  items: ['admin', 'clerk', 'reader'].map((value) => ({ value, text: `${value}真名` })),
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/paper.json': paper, 'demo/plain.json': plain, 'dict/user.json': users },
    {
      clerk: ['detail', 'add', 'edit', 'submit', 'opinion'].map((word) => `demo:paper:${word}`),
      reader: ['demo:paper:list', 'demo:paper:detail', 'demo:plain:detail'],
      other: ['demo:paper:list'],
    },
  )
})
afterAll(() => server?.close())

const place = '/jeecg-boot/resource/demo/paper'
const add = async (fname: string, as: Person = 'clerk'): Promise<string> =>
  (await server.call(as, 'POST', `${place}/add`, { body: { fname } })).body.result.id
const move = async (as: Person, code: string, ids: string, answer?: string) =>
  (await server.call(as, 'POST', `${place}/move/${code}`, { body: { ids, ...(answer && { answer }) } })).body
    .result
const requestMoves = (as: Person, id: string) => server.call(as, 'GET', `${place}/moves`, { query: { id } })
const readMoves = async (as: Person, id: string): Promise<RecordMoves> =>
  (await requestMoves(as, id)).body.result
const listLines = ({ moves }: RecordMoves) =>
  moves.map(({ title, state, author, opinion }) => [title, state, author, opinion])

it('two moves between the same states are told apart, undone ones as well', async () => {
  const id = await add('急')
  const { undo } = await move('admin', 'urge', id)
  await server.call('admin', 'POST', `${place}/undo`, { body: { id: undo } })
  await move('admin', 'audit', id)
  const titles = (await readMoves('clerk', id)).moves.map(({ title }) => title)
  expect(titles).toEqual(['加急审核', '撤销加急审核', '审核'])
})

it('the moves of a record name its person, state and opinion, newest last, and saves are none of them', async () => {
  const id = await add('甲')
  await move('admin', 'reject', id, '数量不符')
  await server.call('clerk', 'PUT', `${place}/edit`, { body: { id, fname: '乙' } })
  await move('clerk', 'submit', id)
  await move('admin', 'audit', id)
  await move('admin', 'unaudit', id)
  const answer = await readMoves('clerk', id)
  expect(listLines(answer)).toEqual([
    ['驳回', '已驳回', 'admin真名', '数量不符'],
    ['提交', '待审核', 'clerk真名', ''],
    ['审核', '已审核', 'admin真名', ''],
    ['反审核', '待审核', 'admin真名', ''],
  ])
  expect(answer.author).toBe('clerk真名')
  for (const { time } of [...answer.moves, { time: answer.createTime }])
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

it('an undone move stands beside the move that it takes back', async () => {
  const id = await add('甲')
  const { undo } = await move('admin', 'audit', id)
  await server.call('admin', 'POST', `${place}/undo`, { body: { id: undo } })
  expect(listLines(await readMoves('clerk', id))).toEqual([
    ['审核', '已审核', 'admin真名', ''],
    ['撤销审核', '待审核', 'admin真名', ''],
  ])
})

it('an opinion is hidden from readers without the right to its field', async () => {
  const id = await add('甲')
  await move('admin', 'reject', id, '数量不符')
  expect(listLines(await readMoves('reader', id))).toEqual([['驳回', '已驳回', 'admin真名', '']])
})

it('the moves follow the right and the row rules of reading the record', async () => {
  const [id, hidden] = [await add('甲'), await add('密', 'admin')]
  expect((await requestMoves('other', id)).status).toBe(403)
  expect((await requestMoves('reader', hidden)).body.success).toBe(false)
  expect((await requestMoves('admin', hidden)).body.success).toBe(true)
  expect((await requestMoves('reader', 'none')).body.success).toBe(false)
})

it('an answer has the latest fifty moves', async () => {
  const id = await add('甲')
  for (let at = 0; at < 26; at++) {
    await move('admin', 'audit', id)
    await move('admin', 'unaudit', id)
  }
  const { moves } = await readMoves('clerk', id)
  expect(moves).toHaveLength(50)
  expect(moves.at(-1)?.title).toBe('反审核')
})

it('a screen without a flow has no moves', async () => {
  const { status } = await server.call('reader', 'GET', '/jeecg-boot/resource/demo/plain/moves', {
    query: { id: 'x' },
  })
  expect(status).toBe(404)
})
