import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedGrants } from '#server/modules/demo/grants.ts'
import { createBaseServer, type TestServer } from './test-server.ts'

let server: TestServer
const codes = ['list', 'detail', 'add', 'edit', 'audit', 'price'].map((word) => ({
  code: `stock:in:${word}`,
  title: word,
}))
const entry = {
  id: 'stock/in-bill',
  parent: 'stock',
  title: '入库单',
  path: '/stock/in-bill',
  component: 'stock/in-bill',
}
const own = (...words: string[]) => words.map((word) => `stock:in:${word}`)
const document = {
  menu: entry,
  owner: entry.id,
  listCode: 'stock:in:list',
  codes,
  roles: { clerk: own('list', 'detail', 'add', 'edit', 'price'), reader: own('list', 'detail') },
}
beforeAll(async () => {
  server = await createBaseServer()
  await server.services.permissions.register(document)
})
afterAll(() => server?.close())

interface Lists {
  menu: { id: string; children?: { id: string; path: string; component: string }[] }[]
  auth: { action: string }[]
  allAuth: { action: string }[]
}

const lists = async (username: string): Promise<Lists> => {
  const token = await server.enter(username)
  return (await server.call('GET', '/sys/permission/getUserPermissionByToken', { token })).body
    .result as Lists
}
const held = ({ auth }: Lists) => auth.map(({ action }) => action.replace('stock:in:', '')).sort()

describe('the menu and the codes of a document', () => {
  it('belong to no role until the proposed grants are confirmed', async () => {
    expect((await lists('clerk')).menu.map(({ id }) => id)).not.toContain('stock')
    expect(held(await lists('clerk'))).toEqual([])
    await seedGrants(server.services.db)
    await expect.poll(async () => held(await lists('reader'))).toEqual(['detail', 'list'])
  })

  it('contain the pages that are open to all users, and only groups that are not empty', async () => {
    const { menu } = await lists('clerk')
    expect(menu.map(({ id }) => id)).toEqual([
      'home',
      'workplace',
      'inbox',
      'stock',
      'online',
      'account',
      'account-settings',
    ])
    expect(menu[3]?.children).toMatchObject([
      { id: 'stock/in-bill', path: '/stock/in-bill', component: 'stock/in-bill' },
    ])
  })

  it('are held by the roles whose proposals were confirmed', async () => {
    expect(held(await lists('clerk'))).toEqual(['add', 'detail', 'edit', 'list', 'price'])
    expect(held(await lists('reader'))).toEqual(['detail', 'list'])
    const admin = await lists('admin')
    expect(admin.auth).toHaveLength(admin.allAuth.length)
  })

  it('stay without a grant that an administrator removed when the document is registered again', async () => {
    const { db, permissions } = server.services
    await db.app
      .deleteFrom('sys_role_permission')
      .where('role_id', '=', 'clerk')
      .where('permission_id', '=', 'stock:in:add')
      .execute()
    await permissions.register(document)
    await seedGrants(db)
    await permissions.changed()
    await expect.poll(async () => held(await lists('clerk'))).toEqual(['detail', 'edit', 'list', 'price'])
  })

  it('lose the entry when the document is removed, and pages are notified', async () => {
    let told = 0
    server.services.permissions.onChange(() => {
      told++
    })
    await server.services.permissions.retire('stock/in-bill')
    await expect.poll(() => told).toBeGreaterThan(0)
    expect((await lists('clerk')).menu.map(({ id }) => id)).toEqual([
      'home',
      'workplace',
      'inbox',
      'online',
      'account',
      'account-settings',
    ])
  })

  it('show the page of the own messages to all users, without a grant', async () => {
    const id = 'message/my-message'
    const menu = { id, parent: 'message', title: '我的消息', path: '/isps/userAnnouncement', component: id }
    const code = 'message:mine:list'
    const register = server.services.permissions.register
    await register({ owner: id, menu, listCode: code, codes: [{ code, title: '查询' }] })
    await server.services.permissions.changed()
    const pages = async () =>
      (await lists('reader')).menu.flatMap(({ children = [] }) => children.map(({ path }) => path))
    await expect.poll(pages).toContain('/isps/userAnnouncement')
    expect(held(await lists('reader'))).toContain(code)
  })
})
