import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { publicMenuRows } from '#server/modules/permission/public-menu.ts'
import { onlinePages } from '#views/permission/online-pages.ts'

// The shipped documents as a browser lists them.
const home = join(import.meta.dirname, '../../../schemas')
const index = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.parentPath.includes('$meta'))
  .map((entry): IndexEntry => {
    const { id, title, kind, component } = JSON.parse(
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ) as { id: string; title: string; kind: string; component?: string[] }
    return { id, title, kind, rev: '1', components: component ?? [] }
  })
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
