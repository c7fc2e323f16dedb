// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { Crumbs } from '#app/shell/pages/Crumbs.tsx'
import type { MenuPage } from '#client/menu/menu.ts'
import type { MenuNode } from '#client/session/menu-node.ts'

const node = (id: string, title: string, more: Partial<MenuNode> = {}, meta = {}): MenuNode => ({
  id,
  path: `/${id}`,
  name: id,
  component: id,
  meta: { title, ...meta },
  ...more,
})
const show = (page?: MenuPage, isWelcoming = false) =>
  render(
    <MemoryRouter>
      <Crumbs page={page} isWelcoming={isWelcoming} />
    </MemoryRouter>,
  )
afterEach(cleanup)

it('the breadcrumbs start at home, link entries with a page, and end with the current one as plain text', () => {
  const parents = [node('stock', '库存', { redirect: '/stock/board' }), node('bills', '单据')]
  show({ path: '/in-bill', node: node('in-bill', '入库单'), parents })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '首页',
    '库存',
    '单据',
    '入库单',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/analysis',
    '/stock/board',
  ])
  expect(screen.getByText('入库单').getAttribute('aria-current')).toBe('page')
})

it('the breadcrumbs contain only home on the home page, with a greeting when the header is too narrow for it', () => {
  show({ path: '/dashboard/analysis', node: node('home', '首页'), parents: [] }, true)
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('欢迎进入省地方志馆业务管理系统')).toBeDefined()
})

it('the breadcrumbs are absent when the menu hides them', () => {
  show({ path: '/a', node: node('a', '大屏', {}, { hiddenHeaderContent: true }), parents: [] })
  expect(screen.queryByRole('navigation')).toBeNull()
})
