import { expect, it } from 'vitest'
import { onlineDocument, resolveComponent } from '#runtime/resolve/component.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'

const entry = (id: string, components: string[] = []): IndexEntry => ({
  id,
  title: id,
  kind: 'screen',
  rev: '1',
  components,
})
const index = [entry('stock/in-bill'), entry('system/user', ['system/UserList'])]
const views = new Set(['dashboard/Analysis', 'system/UserList'])
const resolve = (component: string, path = '/x', url?: string) =>
  resolveComponent({ component, path, url }, index, views)

it.each([
  ['layouts/RouteView', { kind: 'skip' }],
  ['stock/in-bill', { kind: 'screen', id: 'stock/in-bill' }],
  ['dashboard/Analysis', { kind: 'view', name: 'dashboard/Analysis' }],
  ['modules/online/cgform/auto/tab/OnlCgformTabList', { kind: 'online', list: 'tab', code: 'x' }],
] as const)('%s resolves to its page', (component, expected) => {
  expect(resolve(component)).toEqual(expected)
})

it('a document that claims a component takes precedence over a view of that name', () => {
  expect(resolve('system/UserList')).toEqual({ kind: 'screen', id: 'system/user' })
})

it.each(['report', 'panel', 'form'])('a %s in the menu has a page, by component and path', (kind) => {
  const one = [{ ...entry('report/flow'), kind }]
  const at = (component: string, path = '/x') => resolveComponent({ component, path }, one, views)
  expect(at('report/flow')).toEqual({ kind: 'screen', id: 'report/flow' })
  expect(at('old/Name', '/report/flow')).toEqual({ kind: 'screen', id: 'report/flow' })
})

it('a picker or a dictionary has no page', () => {
  const one = [{ ...entry('picker/goods'), kind: 'picker' }]
  expect(resolveComponent({ component: 'picker/goods', path: '/x' }, one, views).kind).toBe('missing')
})

it('an online list shows the table or report at the end of its address', () => {
  const list = 'modules/online/cgreport/auto/OnlCgreportAutoList'
  expect(resolve(list, '/online/cgreport/rp_flow')).toMatchObject({ list: 'reportAuto', code: 'rp_flow' })
  expect(resolve(list, '/online/cgreport/:code')).toMatchObject({ code: ':code' })
  expect(resolve(list, '/m/1', '/online/cgreport/rp_flow?a=1')).toMatchObject({ code: 'rp_flow' })
})

it('a frame shows the address of its menu entry', () => {
  expect(resolve('layouts/IframePageView', '/md5', 'https://a.example/')).toEqual({
    kind: 'frame',
    url: 'https://a.example/',
  })
})

it('an unknown component reports the searched names', () => {
  expect(resolve('stock/out-bill')).toEqual({
    kind: 'missing',
    component: 'stock/out-bill',
    tried: ['schemas/stock/out-bill.json', 'src/views/stock/out-bill'],
  })
})

it('an online list is drawn from the document of its table', () => {
  const one = [entry('online/test_order'), { ...entry('online/sum'), kind: 'report' }]
  expect(onlineDocument('TEST_ORDER', one)).toBe('online/test_order')
  expect(onlineDocument('nowhere', one)).toBeUndefined()
  expect(onlineDocument('sum', one)).toBeUndefined()
})
