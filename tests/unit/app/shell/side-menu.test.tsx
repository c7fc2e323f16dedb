// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { SideMenu } from '#app/shell/menu/SideMenu.tsx'
import { listMenuEntries, listPages } from '#client/menu/menu.ts'
import type { MenuNode } from '#client/session/menu-node.ts'
import { standInMedia } from '../../window.ts'

const node = (title: string, path: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: `id:${path}`,
  path,
  name: path,
  component: `views${path}`,
  meta: { title },
  ...more,
})
const menu = [
  node('首页', '/home'),
  node('库存', '/stock', {
    component: 'layouts/RouteView',
    children: [node('入库单', '/stock/in-bill'), node('出库单', '/stock/out-bill')],
  }),
  node('旧系统', '/old', {
    meta: { title: '旧系统', internalOrExternal: true, url: 'https://old.example.org/' },
  }),
]

const Place = () => <output aria-label="place">{useLocation().pathname}</output>
const onPick = vi.fn()
const show = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <SideMenu
        entries={listMenuEntries(menu)}
        pages={listPages(menu)}
        theme="dark"
        isCollapsed={false}
        onPick={onPick}
      />
      <Place />
    </MemoryRouter>,
  )
const place = () => screen.getByLabelText('place').textContent

beforeAll(() => standInMedia())
afterEach(() => {
  cleanup()
  onPick.mockClear()
  vi.unstubAllGlobals()
})

it('the side menu is unfolded around the open page and marks it', () => {
  show('/stock/in-bill')
  expect(screen.getByText('入库单').closest('li')?.className).toContain('selected')
  expect(screen.getByRole('menuitem', { name: /库存/ }).getAttribute('aria-expanded')).toBe('true')
})

it('the side menu navigates on a click without reloading the page, and on the Enter key', () => {
  show('/stock/in-bill')
  const isLeftToBrowser = fireEvent.click(screen.getByText('出库单'))
  expect(isLeftToBrowser).toBe(false)
  expect(place()).toBe('/stock/out-bill')
  fireEvent.keyDown(screen.getByText('首页').closest('li') as HTMLElement, {
    key: 'Enter',
    which: 13,
    keyCode: 13,
  })
  expect(place()).toBe('/home')
  expect(onPick).toHaveBeenCalledTimes(2)
})

it('the side menu leaves a click with the Ctrl key to the browser, which opens a new tab', () => {
  show('/home')
  fireEvent.click(screen.getByRole('menuitem', { name: /库存/ }))
  expect(fireEvent.click(screen.getByText('入库单'), { ctrlKey: true })).toBe(true)
  expect(place()).toBe('/home')
})

it('the side menu opens external entries in a new window', () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  show('/home')
  expect(screen.getByText('旧系统').getAttribute('href')).toBe('https://old.example.org/')
  // The link handles the click itself; the menu handles the key.
  expect(fireEvent.click(screen.getByText('旧系统'))).toBe(true)
  expect(open).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByText('旧系统').closest('li') as HTMLElement, {
    key: 'Enter',
    which: 13,
    keyCode: 13,
  })
  expect(open).toHaveBeenCalledWith('https://old.example.org/', '_blank', 'noopener')
  expect(place()).toBe('/home')
})
