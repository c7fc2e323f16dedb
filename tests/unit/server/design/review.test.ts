import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

const designer = ['design:read', 'design:write', 'design:release']
const shelf = screen('demo/shelf', member('fname', '名称'), member('fplace', '位置'))

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/shelf.json': shelf,
      ...inboxDocuments(),
    },
    {
      clerk: designer,
      other: designer,
      reader: ['design:read', 'design:write'],
      nobody: ['design:read', 'design:write', 'design:release'],
    },
  )
  server.services.config.designReview = true
}, 120_000)
afterAll(() => server?.close())

const place = '/design/documents/demo/shelf'
const call = async (who: Person, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.call(who, method, url, body === undefined ? {} : { body })
let version = ''
const draw = async (body: JsonObject, base = shelf) => {
  await call('clerk', 'PUT', `${place}/draft`, { base, body })
  version = (await call('clerk', 'GET', place)).body.result.draft.version
}
const release = async () => (await call('clerk', 'POST', `${place}/release`, { note: '' })).body
const personId = async (name: string) =>
  (
    await sql<{ id: string }>`select id from sys_user where username = ${name}`.execute(
      server.services.db.owner,
    )
  ).rows[0]?.id
const ask = async (who: string, previous = version) =>
  (
    await call('clerk', 'POST', `${place}/reviews`, {
      reviewerId: await personId(who),
      note: '加宽',
      previous,
    })
  ).body
const decide = async (who: Person, id: string, isApproval: boolean) =>
  (await call(who, 'POST', `/design/reviews/${id}/decision`, { isApproval, answer: '' })).body

const wide = {
  ...shelf,
  fields: [member('fname', '名称', { width: 200 }), member('fplace', '位置')],
}

it('a draft is released only after somebody else has approved exactly it; a later change voids the approval', async () => {
  await draw(wide)
  expect((await release()).message).toContain('请点「请人审核」')
  expect((await ask('clerk')).message).toContain('没有发布的权限，或者是您自己')
  expect((await ask('reader')).message).toContain('没有发布的权限')
  expect((await ask('other', 'another version')).message).toContain('另一个页面')
  const { result: id } = await ask('other')
  expect((await decide('clerk', id, true)).code).toBe(403)
  expect((await call('nobody', 'GET', `/design/reviews/${id}`)).body.success).toBe(false)
  expect(
    (await call('reader', 'POST', `/design/reviews/${id}/decision`, { isApproval: true, answer: '' })).status,
  ).toBe(403)
  expect((await release()).success).toBe(false)
  expect((await decide('other', id, true)).success).toBe(true)
  expect((await decide('other', id, false)).message).toContain('已有结论')

  await draw({ ...wide, title: '长架' })
  expect((await release()).message).toContain('重新审')
  const { result: late } = await ask('other')
  await draw({ ...wide, title: '高架' })
  expect((await decide('other', late, true)).message).toContain('送审以后又改过')
  expect((await decide('other', late, false)).success).toBe(true)
  const { result: last } = await ask('nobody')
  expect((await decide('nobody', last, true)).success).toBe(true)
  expect((await release()).success).toBe(true)

  // Each release needs an approval of its own, also of a content that was approved before.
  const high = { ...wide, title: '高架' }
  await draw(shelf, high)
  const { result: narrow } = await ask('other')
  expect((await decide('other', narrow, true)).success).toBe(true)
  expect((await release()).success).toBe(true)
  await draw(high)
  expect((await release()).message).toContain('请点「请人审核」')
  await draw(shelf)
}, 120_000)

it('the reviewer gets a message with a link, sees what changed and comments at a part, which is followed or gone', async () => {
  await draw({ ...shelf, fields: [member('fname', '名称', { width: 300 }), member('fspot', '位置')] })
  const { result: id } = await ask('other')
  const { rows } = await sql<{ page: string }>`
    select open_page as page from sys_announcement where open_type = 'url' order by id desc limit 1`.execute(
    server.services.db.owner,
  )
  expect(rows[0]?.page).toBe(`/online/cgform?design=demo%2Fshelf&review=${id}`)
  const review = (await call('other', 'GET', `/design/reviews/${id}`)).body.result
  expect(review).toMatchObject({ isAuthor: false, isChanged: false, note: '加宽' })
  expect(review.changes.map(({ text }: JsonObject) => text)).toContain('字段「名称」新增列宽：300')
  const comment = (who: Person, path: string[], more: object = {}) =>
    call(who, 'POST', `/design/reviews/${id}/comments`, { path, text: '太宽', ...more })
  expect((await comment('other', ['fields', 'fnothing'])).body.message).toContain('没有这一处')
  expect((await comment('nobody', ['fields', 'fname'])).body.success).toBe(false)
  expect((await comment('other', ['fields', 'fname'])).body.success).toBe(true)
  expect((await comment('other', ['fields', 'fspot'])).body.success).toBe(true)
  const opened = async () => (await call('clerk', 'GET', `/design/reviews/${id}`)).body.result.comments
  const [first] = await opened()
  expect(first).toMatchObject({ part: '字段「名称」', text: '太宽', isGone: false })
  expect((await comment('clerk', [], { threadId: first.id })).body.success).toBe(true)
  expect(
    (await call('clerk', 'PUT', `/design/reviews/${id}/comments/${first.id}`, { resolved: true })).body
      .success,
  ).toBe(true)
  await draw({ ...shelf, fields: [member('ftitle', '名称', { renamedFrom: 'fname' })] })
  const comments = await opened()
  expect(
    comments.map(({ resolved, isGone, threadId }: JsonObject) => [resolved, isGone, threadId === null]),
  ).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ])
}, 120_000)

it('a removal needs an approval of exactly this operation on the document as it is, a draft shows its names', async () => {
  const body = screen('demo/gone', member('fname', '名称'))
  const at = '/design/documents/demo/gone'
  const post = async (url: string, sent: object) => (await call('clerk', 'POST', url, sent)).body
  server.services.config.designReview = false
  await call('clerk', 'PUT', `${at}/draft`, { base: null, body })
  expect((await post(`${at}/release`, { note: '' })).success).toBe(true)
  server.services.config.designReview = true
  const reviewerId = await personId('other')
  const approve = async (operation: object) => {
    const { result: id } = await post(`${at}/reviews`, { reviewerId, note: '', operation })
    const { result } = (await call('other', 'GET', `/design/reviews/${id}`)).body
    expect((await decide('other', id, true)).success).toBe(true)
    return result.operation
  }
  const removal = { kind: 'remove', isDropped: false }
  expect(await approve(removal)).toBe('删除「展柜」')
  // The release of a name changes the document of which the removal was approved.
  const { body: named } = (await post(`${at}/rename`, { body, renaming: { from: 'fname', to: 'ftitle' } }))
    .result
  await call('clerk', 'PUT', `${at}/draft`, { base: body, body: named })
  const { draft } = (await call('clerk', 'GET', at)).body.result
  const { result: id } = await post(`${at}/reviews`, { reviewerId, note: '', previous: draft.version })
  expect((await call('other', 'GET', `/design/reviews/${id}`)).body.result).toMatchObject({
    renames: [{ text: '字段「fname」改名为「ftitle」', documents: [{ id: 'demo/gone', count: 1 }] }],
    changes: [],
  })
  expect((await post(`${at}/release`, { note: '' })).success).toBe(false)
  expect((await decide('other', id, true)).success).toBe(true)
  expect((await post(`${at}/release`, { note: '' })).success).toBe(true)
  const remove = (sent: object = {}) => post(`${at}/remove`, sent)
  expect((await remove()).message).toContain('删除「展柜」之前要有另一个人审核')
  await approve(removal)
  expect((await remove({ table: 'demo_gone' })).message).toContain('连同表和里面的全部数据之前')
  expect((await remove()).success).toBe(true)
}, 120_000)
