import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'

const form = (id: string, over: Record<string, unknown> = {}) => ({
  version: 2,
  kind: 'form',
  id,
  title: '申请复盘',
  fields: [{ key: 'note', title: '说明', type: 'input' }],
  submit: { method: 'POST', url: '/demo/recount', send: { note: '=note' } },
  ...over,
})
const files = {
  'demo/open.json': form('demo/open'),
  'demo/recount.json': form('demo/recount', { needs: 'demo:recount', menu: { parent: 'example' } }),
  'demo/audit.json': form('demo/audit', { needs: 'demo:order:audit' }),
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files, { clerk: ['demo:recount'] })
})
afterAll(() => server?.close())

const seen = async (who: Person) => {
  const { body } = await server.call(who, 'GET', '/schema/index')
  return (body.result as { id: string; kind: string }[])
    .filter(({ kind }) => kind === 'form')
    .map(({ id }) => id)
}
const fetched = (who: Person, name: string) => server.call(who, 'GET', `/schema/documents/demo/${name}`)

it('form is served to holders of its code, or to all users when it has no code', async () => {
  expect(await seen('nobody')).toEqual(['demo/open'])
  expect((await seen('clerk')).sort()).toEqual(['demo/audit', 'demo/open', 'demo/recount'])
  expect((await fetched('nobody', 'open')).status).toBe(200)
  expect((await fetched('clerk', 'recount')).status).toBe(200)
  const refused = await fetched('nobody', 'recount')
  expect([refused.status, refused.body.result.action]).toEqual([403, '申请复盘'])
})

it('form registers its menu entry and its code, except for a code that belongs to a screen', async () => {
  const rows = await server.services.permissions.rows()
  expect(rows.find(({ id }) => id === 'demo/recount')).toMatchObject({
    name: '申请复盘',
    url: '/demo/recount',
  })
  expect(rows.find(({ perms }) => perms === 'demo:recount')?.parentId).toBe('demo/recount')
  expect(rows.find(({ perms }) => perms === 'demo:order:audit')?.parentId).toBe('demo/order')
})
