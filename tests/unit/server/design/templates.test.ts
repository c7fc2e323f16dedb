import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { nameDocuments } from '#server/modules/design/template/names.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const home = join(import.meta.dirname, '../../../../schemas/$templates')
const files = Object.fromEntries(
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => [join('$templates', name), JSON.parse(readFileSync(join(home, name), 'utf8'))]),
)
const names = [...new Set(Object.keys(files).map((name) => name.split('/')[1] ?? ''))]
const documentsIn = (name: string): JsonObject[] =>
  Object.entries(files).flatMap(([path, json]) =>
    path.startsWith(`$templates/${name}/`) && !path.includes('$template.json') ? [json as JsonObject] : [],
  )
const samplesIn = (name: string) => files[`$templates/${name}/$template.json`].rows as JsonObject[]

/** The dictionary of the field type that chooses users. */
const users = {
  version: 2,
  kind: 'dict',
  id: 'dict/user',
  title: '用户',
  code: 'sys_user,realname,username',
  items: [{ value: 'admin', text: '管理员' }],
}

let server: TestServer
beforeAll(async () => {
  const designer = ['design:read', 'design:write', 'design:release']
  server = await TestServer.open(
    { ...files, 'dict/user.json': users },
    { clerk: designer, reader: designer.slice(0, 2) },
  )
}, 240_000)
afterAll(() => server?.close())

const post = async (who: Person, part: string, body: object) =>
  (await server.call(who, 'POST', `/design/templates${part}`, { body })).body
const choice = (name: string, group = name, title = '') => ({
  name,
  group,
  title: title || name,
  parent: null,
})
const install = (name: string, group = name, hasSamples = true, who: Person = 'admin') =>
  post(who, '', { ...choice(name, group), isReleased: true, hasSamples })
const read = async (url: string, query: Record<string, string> = {}, who: Person = 'admin') =>
  (await server.call(who, 'GET', url, { query })).body.result
const count = async (id: string) => (await read(`/jeecg-boot/resource/${id}/list`)).total as number

it('names follow the group of an installation, and only names', () => {
  const [changed] = nameDocuments(
    [
      {
        id: 'repair/order',
        extends: 'repair/base',
        source: { sql: "select o.repair_note from repair_order o where o.x = 'a repair'" },
        href: '/repair/order?x=1',
        roles: { clerk: ['repair:order:list'] },
        menu: { icon: 'repair' },
      },
    ],
    'repair',
    'fix',
  )
  expect(changed).toEqual({
    id: 'fix/order',
    extends: 'fix/base',
    source: { sql: "select o.fix_note from fix_order o where o.x = 'a repair'" },
    href: '/fix/order?x=1',
    roles: { clerk: ['fix:order:list'] },
    menu: { icon: 'repair' },
  })
})

it('the templates are listed with what is in them, for those who design', async () => {
  const templates: JsonObject[] = await read('/design/templates')
  expect(templates.map(({ name }) => name).sort()).toEqual([...names].sort())
  for (const { documents, samples } of templates) {
    const kinds = (documents as JsonObject[]).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['screen', 'report', 'panel']))
    expect(samples).toBeGreaterThan(2)
  }
  expect((await server.call('nobody', 'GET', '/design/templates')).status).toBe(403)
})

describe.each(names)('%s', (name) => {
  const documents = documentsIn(name)
  const screens = documents.filter(({ kind }) => kind === 'screen')

  it('is installed with its sample records, and its list, report and panel have data', async () => {
    expect((await install(name)).message).toContain(`${samplesIn(name).length} 条示例数据`)
    for (const { id, extends: base } of screens)
      if (base === undefined) expect(await count(String(id)), String(id)).toBeGreaterThan(0)
    for (const { code } of documents.filter(({ kind }) => kind === 'report')) {
      const data = await read(`/jeecg-boot/online/cgreport/api/getData/${code}`)
      expect(data.records.length, String(code)).toBeGreaterThan(0)
    }
    for (const { id } of documents) expect(server.services.documents.entry(String(id))?.problems).toEqual([])
  }, 60_000)
})

it('a plan names the documents and the tables of another group', async () => {
  const { documents, problems, steps } = (await post('admin', '/inspect', choice('repair', 'fix'))).result
  expect(problems).toEqual([])
  expect(documents.map(({ id }: JsonObject) => id).sort()).toEqual(
    documentsIn('repair')
      .map(({ id }) => String(id).replace('repair/', 'fix/'))
      .sort(),
  )
  expect(steps.map(({ text }: JsonObject) => text).join()).toContain('建表 fix_order')
})

it('the same group is refused with what is there and what to do, another one is installed beside it', async () => {
  const again = await install('repair')
  expect(again.success).toBe(false)
  expect(again.message).toContain('前缀「repair」已经用过')
  expect(again.message).toContain('报修单（repair/order）')
  expect(again.message).toContain('换一个前缀')
  expect((await install('repair', 'fix', false)).message).toMatch(/已新增并发布 \d+ 份文档$/)
  expect(await count('fix/order')).toBe(0)
  expect(await count('repair/order')).toBe(samplesIn('repair').length)
  // The tables of a removed document keep what the next installation would show as its own.
  for (const id of ['board', 'overview', 'statistics', 'order', 'kind'])
    await server.call('admin', 'POST', `/design/documents/fix/${id}/remove`, { body: {} })
  expect((await install('repair', 'fix')).message).toContain('删除文档时留下的表：fix_order')
}, 60_000)

it('without the right to release they become drafts, and wrong names are refused', async () => {
  expect((await install('repair', 'mend', true, 'reader')).message).toContain('没有发布文档的权限')
  const drafted = await post('reader', '', {
    ...choice('repair', 'mend'),
    isReleased: false,
    hasSamples: true,
  })
  expect(drafted.message).toContain('存成您的草稿')
  for (const group of ['Fix', 'f', 'fix-it', '1x', 'x'.repeat(21)])
    expect((await post('admin', '/inspect', choice('repair', group))).success, group).toBe(false)
  expect((await post('admin', '/inspect', choice('other'))).success).toBe(false)
  expect((await post('admin', '/inspect', choice('repair', 'sys'))).result.problems).not.toEqual([])
})

it('the samples that nobody changed are removed, in any state, and no other records', async () => {
  const place = '/jeecg-boot/resource/repair/order'
  const samples = samplesIn('repair').length
  const added = await server.call('admin', 'POST', `${place}/add`, {
    body: { fplace: '五楼', fkind: '其他', fwhat: '自己的', fperson: '张三', fdate: '2026-11-01 08:00:00' },
  })
  expect(added.body.success).toBe(true)
  const { records } = await read(`${place}/list`, { fstate: '待受理', fplace: '一楼大厅' })
  const [{ id, rev }] = records
  await server.call('admin', 'PUT', `${place}/edit`, { body: { id, rev, fplace: '大门' } })
  const url = '/design/documents/repair/overview/samples'
  expect(await read(url)).toEqual([{ id: 'repair/order', title: '报修单', count: samples, edited: 1 }])
  const remove = async (withEdited: boolean, who: Person = 'admin') =>
    (await server.call(who, 'POST', `${url}/remove`, { body: { withEdited } })).body.message
  expect(await remove(true, 'clerk')).toContain('没有删除「报修单」的权限')
  expect(await remove(false)).toBe(`已删除 ${samples - 1} 条示例数据`)
  expect(await count('repair/order')).toBe(2)
  expect(await read(url)).toMatchObject([{ count: 1, edited: 1 }])
  expect(await remove(false)).toContain('没有可删除的示例数据')
  expect(await remove(true)).toBe('已删除 1 条示例数据')
  expect(await count('repair/order')).toBe(1)
  expect(await read(url)).toEqual([])
})

it('the samples of every other template are removed', async () => {
  for (const name of names.filter((other) => other !== 'repair')) {
    const url = `/design/documents/${name}/any/samples`
    const found: { count: number }[] = await read(url)
    expect(
      found.reduce((sum, entry) => sum + entry.count, 0),
      name,
    ).toBe(samplesIn(name).length)
    await server.call('admin', 'POST', `${url}/remove`, { body: { withEdited: false } })
    for (const { id, extends: base } of documentsIn(name))
      if (id && base === undefined && server.services.documents.screen(String(id)))
        expect(await count(String(id)), String(id)).toBe(0)
  }
})
