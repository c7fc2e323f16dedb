// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Gate } from '#app/Gate.tsx'
import { permissionsAtom, signOutMessageAtom, store, tokenAtom } from '#client/session/state.ts'
import { appError } from '#runtime/kernel/errors.ts'

const get = vi.fn()
const send = vi.fn()
vi.mock('#client/session/http.ts', () => ({ http: { get, send } }))
vi.mock('#app/preload-shell.ts', () => ({ preloadShell: () => Promise.resolve() }))

function Here() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}
const visit = (path: string) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Gate>
          <Here />
        </Gate>
      </MemoryRouter>
    </Provider>,
  )
const menu = [
  { id: 'home', path: '/dashboard/analysis', name: 'home', component: 'x', meta: { title: '首页' } },
]

beforeEach(() => {
  store.set(tokenAtom, 'held')
  store.set(permissionsAtom, null)
  store.set(signOutMessageAtom, 'earlier')
  send.mockResolvedValue({})
})
afterEach(() => {
  cleanup()
  get.mockReset()
  send.mockReset()
})

it('the gate loads the permissions once and continues to the requested page', async () => {
  get.mockResolvedValue({ menu })
  visit('/stock/in-bill?no=1')
  expect(await screen.findByText('/stock/in-bill?no=1')).toBeTruthy()
  expect(get).toHaveBeenCalledOnce()
  expect(store.get(signOutMessageAtom)).toBeNull()
})

it.each([
  ['cannot be loaded', () => get.mockRejectedValue(appError('NETWORK')), '菜单权限加载失败，请重新登录'],
  ['are refused', () => get.mockRejectedValue(appError('UNAUTHORIZED')), '很抱歉，登录已过期，请重新登录'],
  ['hold no menu', () => get.mockResolvedValue({ auth: [] }), '菜单权限加载失败，请重新登录'],
  ['hold an empty menu', () => get.mockResolvedValue({ menu: [] }), '还没有可用的菜单'],
])('the gate signs out and keeps the address when the permissions %s', async (_, answer, why) => {
  answer()
  visit('/stock/in-bill?no=1')
  expect(
    await screen.findByText(`/user/login?redirect=${encodeURIComponent('/stock/in-bill?no=1')}`),
  ).toBeTruthy()
  expect(store.get(signOutMessageAtom)).toContain(why)
  await waitFor(() => expect(send).toHaveBeenCalledWith('POST', '/sys/logout'))
  expect(store.get(tokenAtom)).toBeNull()
})

it('the gate signs out in this browser even if the server does not answer', async () => {
  get.mockRejectedValue(appError('NETWORK'))
  send.mockRejectedValue(appError('NETWORK'))
  visit('/a')
  expect(await screen.findByText('/user/login?redirect=%2Fa')).toBeTruthy()
  expect(store.get(tokenAtom)).toBeNull()
})
