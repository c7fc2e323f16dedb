import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'

const book = {
  version: 2,
  kind: 'screen',
  id: 'demo/book',
  title: '书目',
  perm: 'demo:book',
  table: { name: 'demo_book' },
  fields: [
    { key: 'ftitle', title: '书名', type: 'input' },
    {
      key: 'toc',
      title: '目次',
      type: 'table',
      table: { name: 'demo_book_toc', fk: 'bookId', order: 'orderNum' },
      tree: { parent: 'pid' },
      authPrefix: 'demo:book:toc',
      fields: [
        { key: 'fname', title: '题名', type: 'input' },
        { key: 'pid', type: 'hidden' },
      ],
    },
  ],
}
const verbs = ['add', 'edit', 'detail'].map((verb) => `demo:book:${verb}`)
let server: TestServer
beforeAll(async () => {
  const rows = ['add', 'delete'].map((verb) => `demo:book:toc:${verb}`)
  server = await TestServer.open(
    { 'demo/book.json': book },
    { clerk: [...verbs, ...rows, 'demo:book:toc:move'], reader: [...verbs, ...rows] },
  )
})
afterAll(() => server?.close())

const send = (verb: 'add' | 'edit', body: unknown, who: Person = 'clerk') =>
  server.call(who, verb === 'add' ? 'POST' : 'PUT', `/resource/demo/book/${verb}`, { body })
interface TocRow {
  id: string
  fname: string
  pid: string | null
}
const saved = async (toc: unknown[]) => {
  const { body } = await send('add', { ftitle: '府志', toc })
  expect(body.message).toBe('添加成功！')
  return { id: body.result.id as string, toc: body.result.toc as TocRow[] }
}
const listProblems = (reply: Awaited<ReturnType<typeof send>>) =>
  reply.body.result.problems.map(({ path, text }: { path: string; text: string }) => `${path} ${text}`)

const volume = { id: 'tmp_1', fname: '卷一' }
const chapter = { id: 'tmp_2', fname: '章一', pid: 'tmp_1' }

describe('detail rows that form a tree', () => {
  it('may have parents in the same request, whose temporary ids are never stored', async () => {
    const { id, toc } = await saved([volume, chapter])
    const [first, second] = toc
    expect(first?.id).toMatch(/^\d+$/)
    expect(second?.pid).toBe(first?.id)

    const edited = await send('edit', {
      id,
      toc: {
        added: [
          { id: 'tmp_9', fname: '章二', pid: first?.id },
          { id: 'tmp_8', fname: '节', pid: 'tmp_9' },
        ],
        changed: [],
        removed: [],
      },
    })
    const names = (edited.body.result.toc as TocRow[]).map(({ fname, pid }, _at, all) => [
      fname,
      all.find((row) => row.id === pid)?.fname,
    ])
    expect(names).toEqual([
      ['卷一', undefined],
      ['章一', '卷一'],
      ['章二', '卷一'],
      ['节', '章二'],
    ])
  })

  it('are refused when the parent is in another bill, does not exist, or forms a circle', async () => {
    const other = await saved([volume])
    const { id, toc } = await saved([volume, chapter])
    const [first, second] = toc
    const put = (changed: unknown[], added: unknown[] = []) => send('edit', { id, toc: { added, changed } })
    const foreign = await put([{ id: second?.id, pid: other.toc[0]?.id }])
    expect(foreign.status).toBe(400)
    expect(listProblems(foreign)).toEqual(['/toc/1/fname 上级不是这张单据的行'])
    expect(listProblems(await put([], [{ fname: '章', pid: 'tmp_7' }]))).toEqual([
      '/toc/2/fname 上级不是这张单据的行',
    ])
    expect(listProblems(await put([{ id: first?.id, pid: second?.id }]))).toEqual([
      '/toc/0/fname 不能挂在自己或自己的下级之下',
      '/toc/1/fname 不能挂在自己或自己的下级之下',
    ])
  })

  it('are refused when only their parent is removed', async () => {
    const { id, toc } = await saved([volume, chapter])
    const [first, second] = toc.map((row) => row.id)
    expect(listProblems(await send('edit', { id, toc: { removed: [first] } }))).toEqual([
      '/toc/0/fname 上级不是这张单据的行',
    ])
    const both = await send('edit', { id, toc: { removed: [first, second] } })
    expect(both.body.result.toc).toEqual([])
  })

  it('change order only for users who may move them, and keep their order when rows are added', async () => {
    const { id, toc } = await saved([{ fname: '卷一' }, { fname: '卷二' }])
    const [first, second] = toc.map((row) => row.id)
    const turned = {
      changed: [
        { id: first, orderNum: 2 },
        { id: second, orderNum: 1 },
      ],
    }
    expect(listProblems(await send('edit', { id, toc: turned }, 'reader'))).toEqual([
      '/toc 没有权限移动目次的行',
    ])
    const between = { added: [{ fname: '卷中', orderNum: 2 }], changed: [{ id: second, orderNum: 3 }] }
    expect((await send('edit', { id, toc: between }, 'reader')).status).toBe(200)
    expect((await send('edit', { id, toc: turned })).body.result.toc[0].id).toBe(second)
  })
})
