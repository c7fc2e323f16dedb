import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from './test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await createBaseServer()
  await server.services.permissions.register({
    menu: {
      id: 'stock/in-bill',
      parent: 'stock',
      title: '入库单',
      path: '/stock/in-bill',
      component: 'stock/in-bill',
    },
    owner: 'stock/in-bill',
    listCode: 'stock:in:list',
    codes: [{ code: 'stock:in:list', title: '查询' }],
  })
  admin = await server.enter('admin')
})
afterAll(() => server?.close())

interface Entry {
  id: string
  isLeaf: boolean
  menuType: number
  children?: Entry[]
}
const get = async <T>(path: string): Promise<T> =>
  (await server.call('GET', `/sys/permission/${path}`, { token: admin })).body.result as T
const listIds = (entries: readonly Entry[] | undefined) => entries?.map(({ id }) => id)

describe('the entries of the menu', () => {
  it('are answered as a tree down to the buttons', async () => {
    const stock = (await get<Entry[]>('list')).find(({ id }) => id === 'stock')
    expect(stock).toMatchObject({
      key: 'stock',
      title: '入藏与库存',
      isLeaf: false,
      menuType: 0,
      parentId: '',
    })
    expect(stock?.children).toMatchObject([
      { id: 'stock/in-bill', menuType: 1, children: [{ perms: 'stock:in:list', menuType: 2, leaf: true }] },
    ])
  })

  it('are answered level by level', async () => {
    const roots = await get<Entry[]>('getSystemMenuList')
    expect(listIds(roots)).toContain('stock')
    expect(roots.every(({ children }) => children === undefined)).toBe(true)
    expect(listIds(await get('getSystemSubmenu?parentId=stock'))).toEqual(['stock/in-bill'])
    expect(listIds(await get('getSystemSubmenu?parentId=none'))).toEqual([])
    expect(listIds(await get('queryListAsync'))).toEqual(listIds(roots))
    expect(listIds(await get('queryListAsync?pid=stock'))).toEqual(['stock/in-bill'])
  })

  it('are answered for several parents at once', async () => {
    const found = await get<Record<string, Entry[]>>('getSystemSubmenuBatch?parentIds=stock,base,account,')
    expect(listIds(found.stock)).toEqual(['stock/in-bill'])
    expect(listIds(found.account)).toContain('account-center')
    expect(found.base).toBeUndefined()
  })

  it('keep a code at the document whose prefix it has, whichever document is registered last', async () => {
    const { permissions } = server.services
    const code = { code: 'stock:in:delete', title: '删除' }
    const own = { owner: 'stock/in-bill', listCode: 'stock:in:list', codes: [code] }
    const button = { ...code, title: '彻底删除', isForeign: true }
    const foreign = { owner: 'stock/in-recycle', listCode: 'stock:recycle:list', codes: [button] }
    const place = async () =>
      (await permissions.rows()).flatMap(({ id, parentId, name }) =>
        id === code.code ? [parentId, name] : [],
      )
    await permissions.register(foreign)
    expect(await place()).toEqual(['stock/in-recycle', '彻底删除'])
    for (const registrations of [[own], [foreign], [foreign], [foreign, own], [own, foreign]]) {
      await permissions.register(...registrations)
      expect(await place()).toEqual(['stock/in-bill', '删除'])
    }
    const later = 'stock:in:purge'
    const both = [foreign, own].map((registration) => ({
      ...registration,
      codes: registration.codes.map((each) => ({ ...each, code: later })),
    }))
    await permissions.register(...both)
    await permissions.register(...both.toReversed())
    expect((await permissions.rows()).find(({ id }) => id === later)?.parentId).toBe('stock/in-bill')
  })

  it('lose those of removed documents', async () => {
    await server.services.permissions.retire('stock/in-bill')
    expect(listIds(await get('getSystemSubmenu?parentId=stock'))).toEqual([])
  })

  it.each(['list', 'getSystemMenuList', 'getSystemSubmenu?parentId=stock'])(
    'are refused at %s to users without the right',
    async (path) => {
      const token = await server.enter('clerk')
      expect((await server.call('GET', `/sys/permission/${path}`, { token })).body.success).toBe(false)
    },
  )
})
