import { expect, it } from 'vitest'
import { onlineLayout, resolveComponent } from '#runtime/resolve/component.ts'
import type { IndexEntry, ScreenDocument } from '#runtime/schema/types.ts'

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
  ['modules/online/cgform/auto/tab/OnlCgformTabList', { kind: 'online', layout: 'tab', name: 'x' }],
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

it.each([
  ['OnlCgformAutoList', 'own'],
  ['OnlineAutoList', 'own'],
  ['OnlCgformTreeList', 'tree'],
  ['OnlineAutoTreeList', 'tree'],
  ['OnlCgformErpList', 'erp'],
  ['OnlCgformTabList', 'tab'],
  ['OnlCgformInnerTableList', 'innerTable'],
])('%s shows the screen that the end of its address names', (word, layout) => {
  const at = (path: string, url?: string) => resolve(`modules/online/cgform/auto/${word}`, path, url)
  expect(at('/online/any/stock.in-bill')).toEqual({ kind: 'online', layout, name: 'stock.in-bill' })
  expect(at('/online/any/:code')).toMatchObject({ name: ':code' })
  expect(at('/m/1', '/online/any/stk_in_bill/?a=1')).toMatchObject({ name: 'stk_in_bill' })
})

it('an online form shows the record that its address names after the screen', () => {
  const at = (path: string) => resolve('super/online/cgform/auto/OnlineDynamicForm', path)
  expect(at('/online/df/stk_in_bill/b1')).toEqual({ kind: 'onlineRecord', name: 'stk_in_bill', id: 'b1' })
  expect(at('/online/df/:table/:id')).toEqual({ kind: 'onlineRecord', name: ':table', id: ':id' })
})

it('an online report shows the report at the end of its address, with a slash after it and without', () => {
  const list = 'modules/online/cgreport/auto/OnlCgreportAutoList'
  expect(resolve(list, '/online/cgreport/rp_flow')).toEqual({ kind: 'onlineReport', name: 'rp_flow' })
  expect(resolve(list, '/online/cgreport/rp_flow/')).toEqual({ kind: 'onlineReport', name: 'rp_flow' })
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

it('an online component arranges a screen its own way when the screen has the parts for it', () => {
  const rows = { key: 'frows', type: 'table', fields: [] }
  const screenWith = (more: object) =>
    ({ version: 2, kind: 'screen', id: 'a/b', title: 'b', fields: [], ...more }) as unknown as ScreenDocument
  const getLayout = (screen: ScreenDocument) => screen.list?.layout
  const bill = screenWith({ fields: [rows], list: { layout: 'erp', sort: 'fdate' } })
  expect(onlineLayout('tab', bill).list).toEqual({ layout: 'tab', sort: 'fdate' })
  expect(onlineLayout('own', bill)).toBe(bill)
  expect(getLayout(onlineLayout('erp', screenWith({})))).toBeUndefined()
  expect(getLayout(onlineLayout('tree', bill))).toBe('erp')
  expect(getLayout(onlineLayout('tree', screenWith({ tree: { parent: 'pid' } })))).toBe('tree')
  const own = screenWith({ fields: [{ ...rows, own: true }], list: { layout: 'erp' } })
  expect(getLayout(onlineLayout('innerTable', own))).toBe('erp')
})
