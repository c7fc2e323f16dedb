import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { publicMenuRows } from '#server/modules/permission/public-menu.ts'
import { onlinePages } from '#views/permission/online-pages.ts'

// The shipped documents as a browser lists them.
const home = join(import.meta.dirname, '../../../schemas')
const documents = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.parentPath.includes('$'))
  .map(
    (entry) =>
      JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as {
        id: string
        title: string
        kind: string
        component?: string[]
        menu?: { path?: string }
      },
  )
const index = documents.map(
  ({ id, title, kind, component }): IndexEntry => ({
    id,
    title,
    kind,
    rev: '1',
    components: component ?? [],
  }),
)
const resolve = (component: string, path = '/x') =>
  resolveComponent({ component, path }, index, clientParts.pages)

it.each([
  ['system/NewPermissionList', 'system/permission'],
  ['system/PermissionList', 'system/permission'],
  ['system/menu/index', 'system/permission'],
  ['modules/online/cgform/OnlCgformHeadList', 'online/form'],
  ['super/online/cgform/index', 'online/form'],
  ['modules/online/cgform/OnlCgformCopyList', 'online/view'],
  ['modules/online/cgreport/OnlCgreportHeadList', 'online/report'],
  ['super/online/cgreport/index', 'online/report'],
])('the component %s of the contract opens %s', (component, id) => {
  expect(resolve(component)).toEqual({ kind: 'screen', id })
})

it.each([
  ['modules/online/cgform/auto/OnlCgformAutoList', 'own'],
  ['super/online/cgform/auto/default/OnlineAutoList', 'own'],
  ['modules/online/cgform/auto/OnlCgformTreeList', 'tree'],
  ['super/online/cgform/auto/tree/OnlineAutoTreeList', 'tree'],
  ['modules/online/cgform/auto/erp/OnlCgformErpList', 'erp'],
  ['super/online/cgform/auto/erp/OnlCgformErpList', 'erp'],
  ['modules/online/cgform/auto/tab/OnlCgformTabList', 'tab'],
  ['super/online/cgform/auto/tab/OnlCgformTabList', 'tab'],
  ['modules/online/cgform/auto/innerTable/OnlCgformInnerTableList', 'innerTable'],
  ['super/online/cgform/auto/innerTable/OnlCgformInnerTableList', 'innerTable'],
])('the component %s of the contract opens a list of records, arranged as %s', (component, layout) => {
  expect(resolve(component, '/online/any/lib_donation')).toEqual({
    kind: 'online',
    layout,
    name: 'lib_donation',
  })
})

it('the form of 菜单管理 offers every online page, under the address that the menu has for it', () => {
  const inMenu = publicMenuRows.flatMap(({ component, url }) =>
    component?.startsWith('modules/online/') ? [[component, url]] : [],
  )
  const offered = Object.entries(onlinePages).map(([component, { place, rest }]) => [
    component,
    rest === undefined ? `${place}:code` : `${place}:table${rest}:id`,
  ])
  expect(offered.sort()).toEqual(inMenu.sort())
  expect(offered.map(([, address]) => address)).toEqual(
    expect.arrayContaining([
      '/online/cgformList/:code',
      '/online/cgformTreeList/:code',
      '/online/cgformErpList/:code',
      '/online/cgformTabList/:code',
      '/online/cgformInnerTableList/:code',
      '/online/cgreport/:code',
      '/online/df/:table/:id',
    ]),
  )
})

it.each(publicMenuRows.filter(({ component }) => component?.startsWith('modules/online/')))(
  '$url shows what the address names',
  ({ component, url }) => {
    const page = resolve(component ?? '', url ?? '')
    expect(['online', 'onlineRecord', 'onlineReport']).toContain(page.kind)
    expect(page).toMatchObject({ name: page.kind === 'onlineRecord' ? ':table' : ':code' })
  },
)

describe('docs/screens.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/screens.md'), 'utf8')
  const views = text.slice(text.indexOf('| View |'), text.indexOf('## Screens'))
  const cells = (table: string) =>
    [...table.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, row = '']) => row.split(' | '))
  const rows = cells(text.slice(text.indexOf('| No. |')))
  const addresses = new Map([
    ...documents.map(({ id, menu }) => [id, menu?.path ?? `/${id}`] as const),
    ...publicMenuRows.flatMap(({ component, url }) => {
      const page = resolve(component ?? '', url ?? '')
      return page.kind === 'screen' && url ? [[page.id, url] as const] : []
    }),
  ])

  it('lists the screens 1 to 140', () => {
    const numbers = rows.flatMap(([number = '']) => {
      const [first = 0, last = first] = number.split('–').map(Number)
      return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    })
    expect(numbers).toEqual(Array.from({ length: 140 }, (_, at) => at + 1))
  })

  it('names for each document the address that the menu has', () => {
    const wrong = rows.flatMap(([number, , address, page = '']) => {
      const id = /^`(.+)`$/.exec(page)?.[1]
      return id === undefined || number === '1' || `\`${addresses.get(id)}\`` === address
        ? []
        : [`${number} ${id}`]
    })
    expect(wrong).toEqual([])
  })

  it('gives the reason of at most ten hand-written views, and no other one is in the table', () => {
    const names = cells(views).map(([name]) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names.length).toBeLessThanOrEqual(10)
    const used = rows.flatMap(([, , , page = '']) => /^view: (.+)$/.exec(page)?.slice(1) ?? [])
    expect([...new Set(used)].sort()).toEqual([...names].sort())
  })
})
