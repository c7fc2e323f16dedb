import { describe, expect, it } from 'vitest'
import type { MenuNode } from '../../../src/app/session/menu-node.ts'
import { entriesOf, groupsAround, pagesOf } from '../../../src/app/shell/menu.ts'

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
  it('leaves out hidden entries and containers that hold nothing', () => {
    const titles = entriesOf(menu).map(({ id, children }) => [id, children.map((child) => child.id)])
    expect(titles).toEqual([
      ['home', []],
      ['stock', ['in-bill', 'linked']],
      ['outside', []],
    ])
  })

  it('opens what lies outside in a window of its own, web addresses only', () => {
    expect(entriesOf(menu).at(-1)?.href).toBe('https://example.org')
    const bad = node('x', { meta: { title: 'x', target: '_blank', url: 'javascript:alert(1)' } })
    expect(entriesOf([bad])[0]?.href).toBeUndefined()
  })

  it('brings pages, hidden ones too, but none for route "0" and for what lies outside', () => {
    expect(pagesOf(menu).map(({ path }) => path)).toEqual(['/home', '/in-bill', '/secret', '/also-hidden'])
  })

  it('knows the groups around a page', () => {
    expect(groupsAround(pagesOf(menu), '/secret')).toEqual(['stock'])
    expect(groupsAround(pagesOf(menu), '/nowhere')).toEqual([])
  })
})
