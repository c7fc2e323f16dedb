// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { store } from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { standInMedia, standInSizes } from '../../window.ts'
import { renderShell } from './stage.tsx'
import { seen } from './test-pages.tsx'

vi.mock('#app/shell/pages/Pages.tsx', async () => ({
  Pages: (await import('./test-pages.tsx')).TestPages,
}))

beforeEach(() => {
  standInSizes()
  // The system setting of a user who prefers reduced motion.
  standInMedia((media) => media.includes('reduced-motion'))
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

const go = (title: string) => userEvent.click(screen.getByText(`去${title}`))
const tab = (title: string) => screen.getByRole('tab', { name: new RegExp(title) })
const tabs = () =>
  screen.getAllByRole('tab').flatMap((one) => (one.textContent ? [one.querySelector('span')?.title] : []))
const findPage = (path: string) =>
  document.querySelector(`section[aria-label="${path}"]`)?.closest<HTMLElement>('.app-kept-page')
const isShown = (path: string) => findPage(path)?.hasAttribute('inert') === false
const address = () => window.location.pathname + window.location.search
const pick = async (title: string, entry: string) => {
  fireEvent.contextMenu(tab(title))
  await userEvent.click(await screen.findByText(entry))
}

describe('a kept page that is hidden', () => {
  it('keeps a half-filled Formily form with its effects and observers', async () => {
    renderShell('/form')
    await userEvent.type(screen.getByLabelText('一次'), '志')
    expect(screen.getByLabelText('双倍').textContent).toBe('志志')
    await go('书目')
    await userEvent.click(tab('登记'))
    expect(screen.getByLabelText<HTMLInputElement>('一次').value).toBe('志')
    await userEvent.type(screen.getByLabelText('一次'), '书')
    expect(screen.getByLabelText('双倍').textContent).toBe('志书志书')
  })

  it('is not rendered by a switch of tabs, neither is the page that is shown again', async () => {
    renderShell('/bills?page=2')
    await go('书目')
    await screen.findByText('第1页有')
    const before = new Map(seen.drawn)
    await userEvent.click(tab('入库单'))
    await userEvent.click(tab('书目'))
    await userEvent.click(tab('入库单'))
    expect(isShown('/bills')).toBe(true)
    expect(seen.drawn).toEqual(before)
  })

  it('does not change the address bar while hidden: its own navigation is stored for its tab', async () => {
    renderShell('/bills')
    await go('书目')
    act(() => seen.write.get('/bills')?.({ page: '3' }))
    act(() => seen.go.get('/bills')?.('/form'))
    expect(address()).toBe('/books')
    expect(isShown('/books')).toBe(true)
    await go('入库单')
    expect(address()).toBe('/bills?page=3')
    expect(within(findPage('/bills') as HTMLElement).getByText('第3页有')).toBeTruthy()
  })

  it('with an open form is shown again by a step of the history that did not open the form', async () => {
    renderShell('/bills')
    act(() => seen.go.get('/bills')?.('/bills?form=add', { opensForm: true }))
    expect(seen.state.get('/bills')).toEqual({ opensForm: true })
    await go('书目')
    await userEvent.click(tab('入库单'))
    expect(address()).toBe('/bills?form=add')
    expect(seen.state.get('/bills')).toBeNull()
    act(() => seen.go.get('/bills')?.('/bills?form=edit&id=1', { opensForm: true }))
    await go('书目')
    await go('入库单')
    expect(address()).toBe('/bills?form=edit&id=1')
    expect(seen.state.get('/bills')).toBeNull()
    await go('书目')
    tab('书目').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(address()).toBe('/bills?form=edit&id=1'))
    expect(window.history.state.usr).toBeNull()
  })

  it('hides its dialogs and shows them again', async () => {
    renderShell('/bills')
    await userEvent.click(screen.getByText('打开'))
    const floats = () => screen.getByText('/bills的窗口').closest<HTMLElement>('.app-page-floats')
    expect(floats()?.hasAttribute('inert')).toBe(false)
    await go('书目')
    expect(floats()?.hasAttribute('inert')).toBe(true)
    await userEvent.click(tab('入库单'))
    expect(floats()?.hasAttribute('inert')).toBe(false)
  })
})

describe('tabs', () => {
  it('are restored after a reload with their addresses, for the same user only', async () => {
    renderShell('/bills?page=2')
    await go('书目')
    cleanup()
    renderShell('/form')
    await waitFor(() => expect(tabs()).toEqual(['首页', '入库单', '书目', '登记']))
    // A page that was closed stays for a moment, drawn blank.
    await waitFor(() => expect(document.querySelectorAll('.app-kept-page')).toHaveLength(1))
    expect(document.title).toMatch(/^登记 - /)
    await userEvent.click(tab('入库单'))
    expect(address()).toBe('/bills?page=2')
    cleanup()
    renderShell('/dashboard/analysis', 'somebody else')
    await waitFor(() => expect(tabs()).toEqual(['首页']))
    expect(document.title).not.toContain('-')
  })

  it('are stored by title and by the names of the kept pages', async () => {
    renderShell('/bills')
    await go('书目')
    const stored = (key: string) => JSON.parse(localStorage.getItem(`pro__${key}`) ?? 'null')
    expect(stored('ROUTE_TITLE').value['/bills']).toEqual({ menu: '/bills', title: '入库单' })
    expect(stored('CACHE_INCLUDED_ROUTES')).toEqual({ value: ['bills', 'books'], expire: null })
  })

  it('close on Delete and show the neighbour, and home and the last one stay open with a reason', async () => {
    renderShell('/dashboard/analysis')
    await go('入库单')
    await go('书目')
    tab('入库单').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(tabs()).toEqual(['首页', '书目']))
    tab('首页').focus()
    await userEvent.keyboard('{Delete}')
    expect(await screen.findByText('首页不能关闭!')).toBeTruthy()
    tab('书目').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(address()).toBe('/dashboard/analysis'))
    await waitFor(() => expect(findPage('/books')).toBeUndefined())
    tab('首页').focus()
    await userEvent.keyboard('{Delete}')
    expect(await screen.findByText('这是最后一页，不能再关闭了啦')).toBeTruthy()
  })

  it('open their menu on Shift+F10, which can close the others', async () => {
    renderShell('/bills')
    await go('书目')
    await go('登记')
    tab('书目').focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(await screen.findByText('关闭其他'))
    await waitFor(() => expect(tabs()).toEqual(['首页', '书目']))
    expect(address()).toBe('/books')
  })

  it('require confirmation before unsaved work is closed or refreshed, but not before a switch', async () => {
    renderShell('/form')
    await userEvent.type(screen.getByLabelText('一次'), '志')
    await go('书目')
    expect(address()).toBe('/books')
    await pick('登记', '刷新')
    await userEvent.click(await screen.findByText('继续填写'))
    expect(screen.getByLabelText<HTMLInputElement>('一次').value).toBe('志')
    await pick('书目', '关闭其他')
    await userEvent.click(await screen.findByText('放弃修改'))
    await waitFor(() => expect(tabs()).toEqual(['首页', '书目']))
    expect(screen.queryByLabelText('一次')).toBeNull()
  })

  it('refresh one page and its rows alone', async () => {
    renderShell('/bills')
    await go('书目')
    await screen.findAllByText('第1页有')
    const drawn = seen.drawn.get('/books')
    await pick('入库单', '刷新')
    await waitFor(() => expect(seen.asked.get('/bills')).toBe(2))
    expect(seen.asked.get('/books')).toBe(1)
    expect(seen.drawn.get('/books')).toBe(drawn)
    expect(findPage('/bills')?.querySelector('.app-kept-page-renewed')).toBeTruthy()
    expect(findPage('/books')?.querySelector('.app-kept-page-renewed')).toBeNull()
  })

  it('are closed when only one page may be open', async () => {
    renderShell('/bills')
    await go('书目')
    act(() => store.set(settingsAtom, { multipage: false }))
    await go('登记')
    await waitFor(() => expect(document.querySelectorAll('.app-kept-page')).toHaveLength(1))
    expect(tabs()).toEqual(['首页', '登记'])
  })
})
