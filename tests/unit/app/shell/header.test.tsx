// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { Provider } from 'jotai'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Header } from '#app/shell/header/Header.tsx'
import { settingsOpenAtom } from '#app/shell/settings/open.ts'
import { listMenuEntries, listPages } from '#client/menu/menu.ts'
import type { MenuNode } from '#client/session/menu-node.ts'
import { permissionsAtom, store, tokenAtom, userAtom } from '#client/session/state.ts'
import { registerUnsaved } from '#runtime/host/unsaved.ts'
import { standInMedia } from '../../window.ts'

const { get, send } = vi.hoisted(() => ({ get: vi.fn(), send: vi.fn() }))
vi.mock('#client/session/http.ts', () => ({ http: { get, send } }))
vi.mock('#app/shell/messages/Bell.tsx', () => ({ Bell: () => null }))
vi.mock('#app/shell/account/AccountForm.tsx', () => ({
  AccountForm: ({ name }: { name: string }) => <div role="dialog" aria-label={`account/${name}`} />,
}))

const node = (title: string, path: string, meta: Partial<MenuNode['meta']> = {}): MenuNode => ({
  id: path,
  path,
  name: path,
  component: `views${path}`,
  meta: { title, ...meta },
})
const menu = [
  node('入库单', '/stock/in-bill'),
  node('入库审核', '/stock/in-check'),
  node('旧系统', '/old', { internalOrExternal: true, url: 'https://old.example.org/' }),
  { ...node('个人设置', '/account/settings/base'), hidden: true },
]

const Place = () => <output aria-label="place">{useLocation().pathname + useLocation().search}</output>
let client: QueryClient

function show(props: Partial<Parameters<typeof Header>[0]> = {}, path = '/') {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <App>
            <Header
              entries={listMenuEntries(menu)}
              pages={listPages(menu)}
              isPhone={false}
              isOpen
              onToggle={() => undefined}
              {...props}
            />
            <Place />
          </App>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  )
}
const place = () => screen.getByLabelText('place').textContent
const departments = { list: [{ orgCode: 'A01', departName: '采编部' }], orgCode: 'A01' }

beforeAll(() => standInMedia())
beforeEach(() => {
  get
    .mockReset()
    .mockImplementation(async (url: string) =>
      url === '/schema/index' ? [] : url === '/sys/search' ? { records: [], isCut: false } : departments,
    )
  store.set(userAtom, {
    id: '1',
    username: 'clerk',
    realname: '李文澜',
    orgCode: 'A01',
    mustChange: false,
  } as never)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the header shows the name of the institution on a desktop', () => {
  show()
  expect(screen.getByText('欢迎进入省地方志馆业务管理系统')).toBeDefined()
})

it('the header of a phone shows the short title at home, and the title of any other page', () => {
  store.set(permissionsAtom, { menu, auth: [], allAuth: [] } as never)
  show({ isPhone: true }, '/dashboard/analysis')
  expect(screen.getByText('地方志业务系统')).toBeDefined()
  expect(screen.queryByText(/欢迎进入/)).toBeNull()
  cleanup()
  show({ isPhone: true }, '/stock/in-bill')
  expect(screen.getByText('入库单')).toBeDefined()
  expect(screen.queryByText('地方志业务系统')).toBeNull()
})

it('the header names the department and opens the choice of another', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: '采编部，切换部门' }))
  expect(await screen.findByRole('dialog', { name: 'account/depart' })).toBeDefined()
})

it('the full-screen button follows the browser, also after Esc', () => {
  const request = vi.fn(() => Promise.resolve())
  Object.assign(document, { fullscreenEnabled: true, exitFullscreen: vi.fn() })
  Object.assign(document.documentElement, { requestFullscreen: request })
  const turn = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
    act(() => void document.dispatchEvent(new Event('fullscreenchange')))
  }
  turn(null)
  show()
  fireEvent.click(screen.getByRole('button', { name: '全屏' }))
  expect(request).toHaveBeenCalledOnce()
  turn(document.documentElement)
  expect(screen.getByRole('button', { name: '退出全屏' })).toBeDefined()
  turn(null)
  expect(screen.getByRole('button', { name: '全屏' })).toBeDefined()
})

describe('signing out', () => {
  const leave = async (answer: () => Promise<unknown>) => {
    send.mockReset().mockImplementation(answer)
    store.set(tokenAtom, 'held')
    show()
    fireEvent.click(screen.getByRole('button', { name: '李文澜，账户' }))
    fireEvent.click(await screen.findByText('退出登录'))
    expect((await screen.findAllByText('真的要注销登录吗 ?')).length).toBeGreaterThan(0)
    expect(store.get(tokenAtom)).toBe('held')
    fireEvent.click(screen.getByRole('button', { name: /确\s*定|OK/ }))
  }

  it('requests confirmation, calls the server, and starts the next session at home', async () => {
    await leave(() => Promise.resolve({}))
    await waitFor(() => expect(store.get(tokenAtom)).toBeNull())
    expect(send).toHaveBeenCalledWith('POST', '/sys/logout')
    expect(place()).toBe('/dashboard/analysis')
  })

  it('signs out in this browser and reports that the server did not answer', async () => {
    await leave(() => Promise.reject(new Error('no wire')))
    expect(await screen.findByText('注销登录失败')).toBeDefined()
    await waitFor(() => expect(store.get(tokenAtom)).toBeNull())
  })

  it('names unsaved work in its question, and discards it without another', async () => {
    const work = { isUnsaved: true }
    const unregister = registerUnsaved(
      () => work.isUnsaved,
      '/stock/in-bill',
      () => {
        work.isUnsaved = false
      },
    )
    await leave(() => Promise.resolve({}))
    expect(screen.getAllByText('有未保存的内容，退出后会丢失。').length).toBeGreaterThan(0)
    await waitFor(() => expect(store.get(tokenAtom)).toBeNull())
    expect(work.isUnsaved).toBe(false)
    unregister()
  })
})

describe('the search', () => {
  const opened = async () => {
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    return screen.findByRole('combobox', { name: '搜索' })
  }

  it('opens with Ctrl+K, shows hints, finds by initials, and Enter opens the chosen page', async () => {
    show()
    const field = await opened()
    expect(screen.getByText('请输入搜索内容')).toBeDefined()
    fireEvent.change(field, { target: { value: 'zzz' } })
    expect(await screen.findByText('没有查询到任何数据')).toBeDefined()
    fireEvent.change(field, { target: { value: 'rk' } })
    const options = screen.getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['入库单', '入库审核'])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id)
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/stock/in-check')
  })

  it('finds records by the server, opens them, and says why none could be read', async () => {
    const bill = { id: 'stock/in-bill', title: '入库单', kind: 'screen', rev: '1', components: [] }
    let answer: () => Promise<unknown> = () =>
      Promise.resolve({
        records: [{ screen: 'stock/in-bill', id: '7', title: '入库单 RK0007' }],
        isCut: false,
      })
    get.mockImplementation(async (url: string) => {
      if (url === '/schema/index') return [{ ...bill, path: '/stock/in-bill', canAdd: true }]
      return url === '/sys/search' ? answer() : departments
    })
    show()
    const field = await opened()
    fireEvent.change(field, { target: { value: 'RK0007' } })
    const found = await screen.findByRole('option', { name: /RK0007/ })
    expect(get).toHaveBeenCalledWith('/sys/search', { word: 'RK0007' }, expect.anything())
    fireEvent.click(found)
    expect(place()).toBe('/stock/in-bill?id=7')

    answer = () => Promise.reject(new Error('down'))
    fireEvent.change(await opened(), { target: { value: 'RK0008' } })
    expect(await screen.findByText('down')).toBeDefined()
    fireEvent.change(await opened(), { target: { value: '新增入库' } })
    fireEvent.click(await screen.findByRole('option', { name: '新增入库单' }))
    expect(place()).toBe('/stock/in-bill?form=add')
  })

  it('opens external entries in a new window', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    show()
    fireEvent.change(await opened(), { target: { value: '旧' } })
    fireEvent.click(screen.getByRole('option'))
    expect(open).toHaveBeenCalledWith('https://old.example.org/', '_blank', 'noopener')
    expect(place()).toBe('/')
  })
})

describe('the account menu', () => {
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: '李文澜，账户' }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }

  it('opens the account pages of the menu, and offers no others', async () => {
    show()
    await choose('个人设置')
    expect(screen.queryByRole('menuitem', { name: '个人中心' })).toBeNull()
    expect(place()).toBe('/account/settings/base')
  })

  it('opens the system settings', async () => {
    show()
    await choose('系统设置')
    expect(store.get(settingsOpenAtom)).toBe(true)
  })

  it('clears the caches of server and browser, and open screens load again', async () => {
    show()
    client.setQueryData(['dict', 'unit'], [])
    client.setQueryData(['record', 'book', '1'], { name: '府志' })
    get.mockImplementation(async (url: string) =>
      url.endsWith('queryAllDictItems') ? { unit: [] } : departments,
    )
    await choose('清理缓存')
    expect(await screen.findByText('刷新缓存完成！')).toBeDefined()
    const asked = get.mock.calls.map(([url]) => url)
    const first = asked.indexOf('/sys/dict/refleshCache')
    expect(asked.indexOf('/sys/dict/queryAllDictItems')).toBeGreaterThan(first)
    expect(JSON.parse(localStorage.getItem('pro__UI_CACHE_DB_DICT_DATA') ?? '{}').value).toEqual({ unit: [] })
    expect(client.getQueryData(['dict', 'unit'])).toBeUndefined()
    expect(client.getQueryData(['record', 'book', '1'])).toEqual({ name: '府志' })
    const again = () => get.mock.calls.filter(([url]) => url === '/sys/user/getCurrentUserDeparts')
    await waitFor(() => expect(again()).toHaveLength(2))
  })

  it('reports a cache that could not be cleared', async () => {
    show()
    await screen.findByRole('button', { name: '采编部，切换部门' })
    get.mockRejectedValue(new Error('down'))
    await choose('清理缓存')
    expect(await screen.findByText('刷新缓存失败！')).toBeDefined()
  })

  it('shows a warning instead of the account forms when no user is signed in', async () => {
    show()
    act(() => store.set(userAtom, null))
    fireEvent.click(screen.getByRole('button', { name: '，账户' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '修改密码' }))
    expect(await screen.findByText('当前系统无登录用户!')).toBeDefined()
  })
})
