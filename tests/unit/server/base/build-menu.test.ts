import { describe, expect, it } from 'vitest'
import { buildMenu } from '#server/modules/permission/menu.ts'
import type { PermissionRow } from '#server/modules/permission/permissions.ts'

const row = (id: string, rest: Partial<PermissionRow> = {}): PermissionRow => ({
  id,
  parentId: '',
  name: id,
  url: `/${id}`,
  component: id,
  componentName: null,
  redirect: null,
  menuType: 1,
  perms: null,
  permsType: null,
  icon: null,
  route: true,
  keepAlive: true,
  hidden: false,
  alwaysShow: false,
  internalOrExternal: false,
  status: '1',
  ruleFlag: 0,
  ...rest,
})
const all = () => true

describe('buildMenu', () => {
  it('contains the web address of an external entry, and of a frame at a path of the app', () => {
    const url = 'https://example.org/help'
    const [outside, framed, plain] = buildMenu(
      [
        row('outside', { url, internalOrExternal: true }),
        row('framed', { url, component: 'layouts/IframePageView' }),
        row('plain'),
      ],
      all,
    )
    expect(outside).toMatchObject({ path: url, meta: { url, internalOrExternal: true } })
    expect(framed?.path).toMatch(/^\/[0-9a-f]{32}$/)
    expect(framed?.meta.url).toBe(url)
    expect(plain).toMatchObject({ path: '/plain', name: 'plain', route: '1' })
    expect(plain?.meta).not.toHaveProperty('url')
  })

  it('keeps the pages of a group that are all hidden, and hides the group', () => {
    const pages = ['own', 'shut', 'bare'].map((id) =>
      row(id, { component: 'layouts/RouteView', hidden: id === 'own' }),
    )
    const inner = ['own', 'shut'].map((id) => row(`${id}-page`, { parentId: id, hidden: true }))
    expect(
      buildMenu([...pages, ...inner], all).map(({ id, hidden, children }) => [id, hidden, children?.length]),
    ).toEqual([
      ['own', true, 1],
      ['shut', true, 1],
    ])
  })

  it('marks a page that opens in a new window', () => {
    const [page] = buildMenu([row('page', { internalOrExternal: true })], all)
    expect(page).toMatchObject({ path: '/page', meta: { target: '_blank' } })
  })

  it('names an entry by its component name when it has one, else by its path', () => {
    const named = buildMenu([row('a', { componentName: 'A' }), row('b', { url: '/sys/b/:code' })], all)
    expect(named.map(({ name }) => name)).toEqual(['A', 'sys-b-@code'])
  })

  it('lists the granted buttons below an entry', () => {
    const buttons = ['add', 'edit'].map((code) =>
      row(code, { parentId: 'list', menuType: 2, perms: code, permsType: '1', url: null, component: null }),
    )
    const [list] = buildMenu([row('list'), ...buttons], (id) => id !== 'edit')
    expect(list?.children).toBeUndefined()
    expect(list?.meta.permissionList).toEqual([{ action: 'add', type: '1', describe: 'add' }])
  })
})
