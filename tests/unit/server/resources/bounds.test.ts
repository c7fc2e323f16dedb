import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readBody } from '#server/records/body.ts'
import { cleanMarkup } from '#server/records/read/markup.ts'
import { getResource } from '#server/records/resource.ts'
import { cpuTime, LINEAR_LIMIT, measureGrowth } from '../../cpu-time.ts'
import { TestServer } from './test-server.ts'

const screen = {
  id: 'test/bounds',
  table: { name: 'bounds' },
  fields: [
    { key: 'fnote', title: '提要', type: 'umeditor' },
    { key: 'fkinds', title: '类别', type: 'list_multi', dictCode: 'unit' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'i', fk: 'fid' },
      fields: [{ key: 'fnote', title: '批注', type: 'umeditor' }],
    },
  ],
} as unknown as StoredScreen
const resource = getResource(screen, 'r1', fieldValues)
const read = (body: unknown, mode: 'add' | 'edit' = 'add') => readBody(resource, body, mode, () => true)

describe('rich text', () => {
  it('is refused at its path when tags are nested too deeply', async () => {
    const deep = '<b>'.repeat(101)
    const { problems, head } = await read({ fnote: deep, items: [{ fnote: deep }] })
    const text = (title: string) => `${title}的标签嵌套超过 100 层，请去掉多余的格式，或以纯文本重新粘贴`
    expect(problems).toEqual([
      { path: '/fnote', code: 'markup', text: text('提要') },
      { path: '/items/0/fnote', code: 'markup', text: text('批注') },
    ])
    expect(head).toEqual({})
  })

  it('is refused before it is sanitised when it is longer than its field', async () => {
    const { problems } = await read({ fnote: `<p>${'字'.repeat(100_000)}</p>` })
    expect(problems).toEqual([{ path: '/fnote', code: 'length', text: '提要不能超过 100000 个字' }])
    // Sanitising 9 MB took hours.
    const text = '<b>'.repeat(3_000_000)
    const half = text.slice(text.length / 2)
    const [whole, part] = [
      await cpuTime(() => read({ fnote: text })),
      await cpuTime(() => read({ fnote: half })),
    ]
    expect(whole).toBeLessThan(8 * Math.max(part, 5))
  })

  it.each([
    ['nested tags', '<b>', ''],
    ['tags that do not fit', '<b></i>', ''],
    ['unknown tags', '<x>', ''],
    ['empty tags', '<b></b>', ''],
    ['paragraphs', '<p>字</p>', ''],
    ['open paragraphs', '<p>', ''],
    ['end tags', '</b>', ''],
    ['attributes', 'x=1 ', '<a '],
    ['links', '<a href=/x>y</a>', ''],
    ['a long link', '<!---->', '<a href="https://'],
    ['a long picture', '<!---->', '<img src="/'],
    ['pictures', '<img src=x>', ''],
    ['entities', '&amp;', '<p>'],
    ['ampersands', '&', '<p>'],
    ['open comments', '<!--', '<p>'],
    ['angle brackets', '<', '<p>'],
    ['closing brackets', '>', '<p>'],
    ['instructions', '<?', '<p>'],
    ['blanks in a tag', ' ', '<b'],
    ['a scheme with tabs', '\t', '<a href="java'],
  ])('takes time in proportion to its length when it is %s', async (_what, part, start) => {
    const ratio = await measureGrowth(
      (size) => cleanMarkup(`${start}${part.repeat(size / part.length)}">x`),
      12_500,
    )
    expect(ratio).toBeLessThan(LINEAR_LIMIT)
  })

  it('does not delay other requests while many texts of one save are sanitised', async () => {
    const note = '<p>字</p>'.repeat(8000)
    let turns = 0
    const count = () => {
      turns += 1
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    await read({ items: Array.from({ length: 20 }, () => ({ fnote: note })) })
    clearImmediate(immediate)
    expect(turns).toBeGreaterThan(5)
  })
})

it('text is refused at its path when its column cannot hold it', async () => {
  const { problems, head } = await read({ fkinds: '1,'.repeat(50_000) })
  expect(problems).toEqual([{ path: '/fkinds', code: 'length', text: '类别不能超过 1000 个字' }])
  expect(head).toEqual({})
})

describe('rows of a save', () => {
  /** A row that must not be read. */
  const row = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('a row was read')
      },
    },
  )
  const rows = Array.from({ length: 5001 }, () => row)
  const tooMany = [{ path: '/items', code: 'maxRows', text: '明细最多 5000 行' }]

  it('are counted before any is read', async () => {
    expect((await read({ items: rows })).problems).toEqual(tooMany)
    for (const list of ['added', 'changed', 'removed'])
      expect((await read({ items: { [list]: rows } }, 'edit')).problems).toEqual(tooMany)
  })

  let server: TestServer
  beforeAll(async () => {
    server = await TestServer.open()
  })
  afterAll(() => server?.close())
  const save = (items: unknown, id?: string) =>
    server.order('clerk', id ? 'edit' : 'add', id ? 'PUT' : 'POST', {
      body: { ...(id ? { id } : { fname: '订单' }), items },
    })
  const many = (count: number, row: unknown) => Array.from({ length: count }, () => row)
  const right = { fspmc: '纸', spid: 'g1', funit: '册', fnum: 2, fprice: 3 }

  it('are refused when their number exceeds the limit of the detail table', async () => {
    const reply = await save(many(90_000, {}))
    expect([reply.status, reply.body.result.problems]).toEqual([400, tooMany])
  })

  it('are counted together with the stored rows', async () => {
    const { id } = await server.add()
    const reply = await save({ added: many(5000, right) }, id)
    expect([reply.status, reply.body.result.problems]).toEqual([400, tooMany])
  })

  it('are named up to a limit when all of them are invalid', async () => {
    const reply = await save(many(5000, { fnum: 0 }))
    const { problems } = reply.body.result
    expect(problems).toHaveLength(201)
    expect(problems[200]).toEqual({
      path: '',
      code: 'more',
      text: `还有 ${2 * 5000 - 200} 处错误，请先改正已标出的各处`,
    })
  })

  it('take time in proportion to their number', async () => {
    const send = async (count: number) => {
      const reply = await save(many(count, right))
      expect(reply.body.result.fsum).toBe(6 * count)
    }
    await send(500)
    expect(await measureGrowth(send, 250)).toBeLessThan(LINEAR_LIMIT)
  })

  it('list names a parameter that is longer than the limit', async () => {
    const list = (fname: string) => server.order('clerk', 'list', 'GET', { query: { fname } })
    const reply = await list('*'.repeat(8001))
    expect([reply.status, reply.body.message]).toEqual([400, '参数无效：fname'])
    expect((await list('*'.repeat(8000))).status).toBe(200)
  })
})
