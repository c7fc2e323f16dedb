import { describe, expect, it } from 'vitest'
import { groupsAround, linkAt, listMenuEntries, listPages, listRedirects, pageAt } from '#client/menu/menu.ts'
import { allowedMenu, type MenuNode } from '#client/session/menu-node.ts'

const node = (id: string, rest: Partial<MenuNode> = {}): MenuNode => ({
  id,
  path: `/${id}`,
  name: id,
  component: id,
  route: '1',
  meta: { title: id },
  ...rest,
})
const group = (id: string, children: MenuNode[]) => node(id, { component: 'layouts/RouteView', children })

const menu = [
  node('home'),
  group('stock', [node('in-bill'), node('secret', { hidden: true }), node('linked', { route: '0' })]),
  group('empty', [node('also-hidden', { hidden: true })]),
  node('outside', { meta: { title: 'outside', internalOrExternal: true, url: 'https://example.org' } }),
]

describe('the menu', () => {
  it('omits hidden entries and empty containers', () => {
    const titles = listMenuEntries(menu).map(({ id, children }) => [id, children.map((child) => child.id)])
    expect(titles).toEqual([
      ['home', []],
      ['stock', ['in-bill', 'linked']],
      ['outside', []],
    ])
  })

  it('opens external entries in a new window, for web addresses only', () => {
    expect(listMenuEntries(menu).at(-1)?.href).toBe('https://example.org/')
    const bad = node('x', { meta: { title: 'x', target: '_blank', url: 'javascript:alert(1)' } })
    expect(listMenuEntries([bad])[0]?.href).toBe('/x')
  })

  it('opens the own origin where an address names it, and another site by https only', () => {
    const outside = (url: string) =>
      listMenuEntries([node('x', { meta: { title: 'x', internalOrExternal: true, url } })])[0]?.href
    expect(outside('{base}/doc.html')).toMatch(/^http:\/\/localhost(:\d+)?\/doc\.html$/)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: menus of the contract contain such addresses.
    expect(outside('https://x.example/a?token=${token}')).toBe('https://x.example/a')
    expect(outside('http://x.example/a')).toBeUndefined()
  })

  it('contains pages, hidden ones too, but none for route "0" and external entries', () => {
    expect(listPages(menu).map(({ path }) => path)).toEqual(['/home', '/in-bill', '/secret', '/also-hidden'])
  })

  it('draws a group with alwaysShow as one entry, whose address redirects to its first page', () => {
    const one = node('account', {
      component: 'layouts/RouteView',
      alwaysShow: true,
      children: [node('hidden', { hidden: true }), node('base'), node('safety')],
    })
    expect(listMenuEntries([one])).toMatchObject([{ id: 'account', path: '/account', children: [] }])
    expect(listRedirects([one])).toEqual([{ path: '/account', to: '/base' }])
  })

  it('redirects from a group to the address of the server, and not from an empty group', () => {
    const group = (id: string, rest: Partial<MenuNode>) =>
      node(id, { component: 'layouts/PageView', children: [node(`${id}-page`)], ...rest })
    expect(listRedirects([group('a', { redirect: '/b' }), group('c', { children: [] })])).toEqual([
      { path: '/a', to: '/b' },
    ])
  })

  it('opens an entry with a target in a new window, and keeps its page', () => {
    const aimed = node('aimed', { meta: { title: 'aimed', target: '_blank' } })
    expect(listMenuEntries([aimed])[0]?.href).toBe('/aimed')
    expect(listPages([aimed])).toHaveLength(1)
  })

  it('finds the page of an address with a parameter, and the title of a link to it', () => {
    const listed = [
      node('any', { path: '/online/cgformList/:code', hidden: true }),
      node('papers', { path: '/online/cgformList/papers', route: '0', meta: { title: '档案' } }),
    ]
    expect(pageAt(listPages(listed), '/online/cgformList/papers')?.node.id).toBe('any')
    expect(linkAt(listed, '/online/cgformList/papers')?.meta.title).toBe('档案')
    expect(pageAt(listPages(listed), '/online/other')).toBeUndefined()
    expect(linkAt(listed, '/online/cgformList/:code')).toBeUndefined()
  })

  it('omits entries when the user has no code of their permission list', () => {
    const codes = (action: string) => ({ title: action, permissionList: [{ action, type: '1' }] })
    const lists = {
      auth: [{ action: 'mine', type: '1' }],
      allAuth: ['mine', 'other'].map((action) => ({ action, type: '1', status: '1' })),
    }
    const menu = [
      node('a', { meta: codes('mine'), children: [node('b', { meta: codes('other') })] }),
      node('c'),
    ]
    expect(allowedMenu(menu, lists)).toMatchObject([{ id: 'a', children: [] }, { id: 'c' }])
  })

  it('finds the parent groups of a page', () => {
    expect(groupsAround(listPages(menu), '/secret')).toEqual(['stock'])
    expect(groupsAround(listPages(menu), '/nowhere')).toEqual([])
  })
})
