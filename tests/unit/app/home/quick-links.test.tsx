// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { QuickLinks } from '#app/home/QuickLinks.tsx'
import { chosenLinksAtom, linksFor, listWays } from '#app/home/quick-links.ts'
import { listMenuEntries } from '#client/menu/menu.ts'
import { permissionsAtom, store, userAtom } from '#client/session/state.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { fakeWindow } from '../../screens/support.tsx'

const node = (path: string, title: string, over: object = {}) => ({
  id: path,
  path,
  name: path,
  component: 'a/b',
  meta: { title },
  ...over,
})
const menu = [
  node('/dashboard/analysis', '首页'),
  node('/stock', '入藏与库存', {
    component: 'layouts/RouteView',
    children: [
      node('/stock/in-bill', '入库单'),
      node('/stock/stock', '库存查询'),
      node('/stock/hidden', '藏着的', { hidden: true }),
    ],
  }),
  node('/out', '外面', { meta: { title: '外面', internalOrExternal: true, url: 'https://example.org' } }),
]
const defaults = [
  { title: '新增入库单', href: '/stock/in-bill?form=add' },
  { title: '系统用户', href: '/system/user' },
]
const block = { type: 'links', title: '常用入口', links: defaults } as Block<'links'>
const ways = listWays(listMenuEntries(menu))

const signIn = (id: string) => {
  store.set(userAtom, { id, username: id, realname: id, orgCode: '', mustChange: false } as never)
  store.set(permissionsAtom, { menu, auth: [], allAuth: [] })
}
const open = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <QuickLinks block={block} />
      </MemoryRouter>
    </Provider>,
  )
const names = () => page.getAllByRole('link').map(({ textContent }) => textContent)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  store.set(chosenLinksAtom, null)
})

it('the quick links editor offers the pages of the menu without hidden and external entries', () => {
  expect(ways.map(({ href }) => href)).toEqual(['/dashboard/analysis', '/stock/in-bill', '/stock/stock'])
})

it('the quick links are the default links until the user chooses, and never contain a link to a page outside the menu', () => {
  expect(linksFor(undefined, defaults, ways).map(({ href }) => href)).toEqual(['/stock/in-bill?form=add'])
  expect(linksFor(['/stock/stock', '/gone'], defaults, ways).map(({ title }) => title)).toEqual(['库存查询'])
  expect(linksFor([], defaults, ways)).toEqual([])
})

it('the quick links editor stores the choice of each user alone, in this browser', async () => {
  signIn('1')
  open()
  expect(names()).toEqual(['新增入库单'])
  fireEvent.click(page.getByRole('button', { name: '编辑' }))
  const dialog = await page.findByRole('dialog', { name: '编辑常用入口' })
  fireEvent.mouseDown(within(dialog).getByRole('combobox'))
  fireEvent.change(within(dialog).getByRole('combobox'), { target: { value: 'kccx' } })
  fireEvent.click(await page.findByText('库存查询', { selector: '.ant-select-item-option-content' }))
  fireEvent.click(within(dialog).getByRole('button', { name: '库存查询 上移' }))
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }))
  expect(names()).toEqual(['库存查询', '入库单'])
  expect(localStorage.getItem('pro__QUICK_LINKS')).toContain('/stock/stock')
  cleanup()
  signIn('2')
  open()
  expect(names()).toEqual(['新增入库单'])
})

it('the quick links editor restores the default links', async () => {
  signIn('1')
  store.set(chosenLinksAtom, { 1: ['/stock/stock'], 2: ['/stock/stock'] })
  open()
  fireEvent.click(page.getByRole('button', { name: '编辑' }))
  fireEvent.click(await page.findByRole('button', { name: '恢复默认' }))
  expect(names()).toEqual(['新增入库单'])
  expect(store.get(chosenLinksAtom)).toEqual({ 2: ['/stock/stock'] })
})
