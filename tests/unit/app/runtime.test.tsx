// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { ClientPartsProvider } from '#client/modules/client-parts.ts'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { store, userAtom } from '#client/session/state.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'

const client = new QueryClient()
const Application = ({ children }: { children: ReactNode }) => (
  <Provider store={store}>
    <QueryClientProvider client={client}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <ClientPartsProvider value={clientParts}>
            <AppRuntime>{children}</AppRuntime>
          </ClientPartsProvider>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  </Provider>
)

beforeEach(() =>
  store.set(userAtom, { id: 'u1', username: 'clerk', realname: '李文澜', orgCode: 'A01', mustChange: false }),
)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('gives screens the dialogs, block widgets, views and checks of the application', () => {
  const { result } = renderHook(useExtensions, { wrapper: Application })
  expect([...(result.current.recordDialogs?.keys() ?? [])]).toContain('message/my-message')
  expect(result.current.blockWidgets?.has('inbox')).toBe(true)
  expect(result.current.ActionView).toBeDefined()
  expect(result.current.handlers).toBeDefined()
})

it('offers to undo for ten seconds', async () => {
  vi.useFakeTimers()
  const { result } = renderHook(useServices, { wrapper: Application })
  const offer = () => screen.queryByRole('button', { name: '撤销' })
  act(() => result.current.notify('success', '删除成功！', { title: '撤销', run: async () => undefined }))
  await act(() => vi.advanceTimersByTimeAsync(9500))
  expect(offer()).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect(offer()).toBeNull()
})
