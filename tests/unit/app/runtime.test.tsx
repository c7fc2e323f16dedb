// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { App } from 'antd'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { AppRuntime } from '#app/runtime.tsx'
import { store, userAtom } from '#app/session/state.ts'
import { useExtensions } from '#runtime/services/extensions.ts'

const client = new QueryClient()
const Application = ({ children }: { children: ReactNode }) => (
  <Provider store={store}>
    <QueryClientProvider client={client}>
      <App>
        <AppRuntime>{children}</AppRuntime>
      </App>
    </QueryClientProvider>
  </Provider>
)

it('gives screens the dialogs, block widgets, views and checks of the application', () => {
  store.set(userAtom, { id: 'u1', username: 'clerk', realname: '李文澜', orgCode: 'A01', mustChange: false })
  const { result } = renderHook(useExtensions, { wrapper: Application })
  expect([...(result.current.recordDialogs?.keys() ?? [])]).toEqual(['message/my-message'])
  expect(result.current.blockWidgets?.has('inbox')).toBe(true)
  expect(result.current.ActionView).toBeDefined()
  expect(result.current.handlers).toBeDefined()
})
