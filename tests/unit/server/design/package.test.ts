import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

const designer = ['design:read', 'design:write', 'design:release']
const wood = {
  version: 2,
  kind: 'dict',
  id: 'demo/wood',
  title: '木料',
  code: 'demo_wood',
  items: [{ value: '1', text: '松' }],
}
const shelf = screen(
  'demo/shelf',
  member('fname', '名称'),
  member('fwood', '木料', { type: 'select', dictCode: 'demo_wood' }),
)
const picker = {
  version: 2,
  kind: 'picker',
  id: 'demo/shelves',
  title: '选择书架',
  code: 'demo_shelves',
  source: { screen: 'demo/shelf' },
  fields: ['fname'],
}
const book = screen(
  'demo/book',
  member('fshelf', '书架', {
    type: 'popup',
    popupCode: 'demo_shelves',
    orgFields: ['fname'],
    destFields: ['fshelf'],
  }),
)
/** Another screen that has the id of one in the package. */
const taken = {
  ...screen('demo/book', member('fother', '别的')),
  table: { name: 'demo_other_book' },
  title: '别的书',
}

let source: TestServer
let target: TestServer
beforeAll(async () => {
  const people = { clerk: designer, reader: ['design:read', 'design:write'], other: designer }
  source = await TestServer.open(
    Object.fromEntries([wood, shelf, picker, book].map((document) => [`${document.id}.json`, document])),
    people,
  )
  target = await TestServer.open({ 'demo/book.json': taken }, people)
}, 240_000)
afterAll(async () => {
  await source?.close()
  await target?.close()
})

const post = async (server: TestServer, who: Person, part: string, body: object) =>
  server.call(who, 'POST', `/design/packages${part}`, { body })
const inspect = async (text: string, choices: object[] = [], who: Person = 'clerk') =>
  (await post(target, who, '/inspect', { text, choices })).body.result
const take = async (
  text: string,
  choices: object[],
  release: { note: string } | null,
  who: Person = 'clerk',
) => (await post(target, who, '', { text, choices, release })).body

let text: string
it('a document is exported with all that it needs, for those who read documents', async () => {
  const { documents } = (await post(source, 'clerk', '/entries', { ids: ['demo/book'] })).body.result
  expect(documents.map(({ id }: JsonObject) => id).sort()).toEqual([
    'demo/book',
    'demo/shelf',
    'demo/shelves',
    'demo/wood',
  ])
  const ids = documents.map(({ id }: JsonObject) => id)
  text = JSON.stringify((await post(source, 'clerk', '/export', { ids })).body.result)
  expect((await post(source, 'nobody', '/export', { ids })).status).toBe(403)
  const same = (await post(source, 'clerk', '/inspect', { text, choices: [] })).body.result
  expect(same.documents.map(({ state }: JsonObject) => state)).toEqual(['same', 'same', 'same', 'same'])
})

const renamed = [
  { id: 'demo/book', action: 'rename', names: [{ kind: 'document', from: 'demo/book', to: 'demo/volume' }] },
]
it('a taken id has to be decided, an import without the right or with faults is refused, and changes nothing', async () => {
  const plan = await inspect(text)
  expect(plan.documents.find(({ id }: JsonObject) => id === 'demo/book')).toMatchObject({
    state: 'taken',
    action: null,
  })
  expect((await take(text, [], null)).message).toContain('还没有选定怎么处理：展柜')
  expect((await take(text, renamed, { note: '' }, 'reader')).message).toContain('存成草稿')
  expect((await post(target, 'nobody', '', { text, choices: [], release: null })).status).toBe(403)
  expect((await take('{}', [], null)).message).toContain('不是文档包')
  const without = await inspect(text, [...renamed, { id: 'demo/wood', action: 'skip' }])
  expect(without.problems[0].text).toContain('没有字典「demo_wood」')
  expect(
    (await take(text, [...renamed, { id: 'demo/wood', action: 'skip' }], { note: '' })).message,
  ).toContain('有错误')
  expect((await inspect(text, [{ id: 'demo/book', action: 'rename' }])).faults[0]).toContain('还没有新编号')
  const user = { ...screen('demo/user', member('username', '账号')), table: { name: 'sys_user' } }
  const system = JSON.stringify({ format: 'document-package', version: 1, product: '1', documents: [user] })
  expect((await inspect(system)).problems[0]).toMatchObject({ code: 'SYSTEM_PART' })
  expect((await target.call('clerk', 'GET', '/design/documents/demo/shelf')).body.success).toBe(false)
}, 120_000)

it('a package is released together under other names, with the uses inside it', async () => {
  const plan = await inspect(text, renamed)
  expect(plan).toMatchObject({ faults: [], problems: [] })
  expect(plan.steps.map((step: JsonObject) => step.text).join()).toContain('demo_shelf')
  expect(await take(text, renamed, { note: '从总馆取来' })).toMatchObject({ success: true })
  const added = await target.call('admin', 'POST', '/resource/demo/shelf/add', {
    body: { fname: '甲', fwood: '1' },
  })
  expect(added.body.success).toBe(true)
  expect(
    (await target.call('admin', 'GET', '/schema/source/demo/volume')).body.result.document,
  ).toMatchObject({
    table: { name: 'demo_book' },
  })
  expect((await target.call('admin', 'GET', '/schema/source/demo/book')).body.result.document.title).toBe(
    '别的书',
  )
  const [revision] = (await target.call('clerk', 'GET', '/design/documents/demo/wood/revisions')).body.result
  expect(revision).toMatchObject({ revision: 1, note: '从总馆取来' })
}, 120_000)

it('a different document is shown with its differences and becomes a draft, which another draft of the user prevents', async () => {
  const packed = JSON.parse(text)
  const documents = packed.documents
    .filter(({ id }: JsonObject) => id === 'demo/wood')
    .map((document: JsonObject) => ({ ...document, title: '木材' }))
  const changed = JSON.stringify({ ...packed, documents })
  const [entry] = (await inspect(changed)).documents
  expect(entry).toMatchObject({
    state: 'different',
    action: 'replace',
    changes: ['名称：「木料」 → 「木材」'],
  })
  expect(await take(changed, [], null, 'reader')).toMatchObject({ success: true })
  const { draft } = (await target.call('reader', 'GET', '/design/documents/demo/wood')).body.result
  expect(draft).toMatchObject({ body: { title: '木材' }, base: { title: '木料' } })
  expect((await take(changed, [], null, 'reader')).message).toContain('您已有这些文档的草稿')
})

it('of two releases of packages at the same moment one is refused, or follows the other', async () => {
  const packed = JSON.parse(text)
  const titled = (title: string) => JSON.stringify({ ...packed, documents: [{ ...wood, title }] })
  const answers = await Promise.all([
    take(titled('甲'), [], { note: '' }),
    take(titled('乙'), [], { note: '' }, 'other'),
  ])
  for (const { success, message } of answers) if (!success) expect(message).toContain('刚刚有人发布')
  const revisions = (await target.call('clerk', 'GET', '/design/documents/demo/wood/revisions')).body.result
  expect(revisions).toHaveLength(1 + answers.filter(({ success }) => success).length)
}, 120_000)
