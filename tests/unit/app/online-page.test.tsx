// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen as page, render } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import OnlinePage from '#app/shell/pages/OnlinePage.tsx'
import { http } from '#client/session/http.ts'
import { appError } from '#runtime/kernel/errors.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('a list of an unknown table names the missing document by the code in the address', async () => {
  const get = vi.spyOn(http, 'get').mockRejectedValue(appError('NOT_FOUND'))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/Test_order']}>
        <Suspense>
          <Routes>
            <Route
              path="/:table?"
              element={
                <OnlinePage
                  component="modules/online/auto"
                  target={{ kind: 'online', layout: 'own', name: ':table' }}
                  index={[]}
                />
              }
            />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect((await page.findByText(/MODULE_NOT_FOUND/)).textContent).toContain('modules/online/auto')
  expect(page.getByText('schemas/online/test_order.json')).toBeTruthy()
  expect(get.mock.calls[0]?.[0]).toBe('/schema/online/Test_order')
})
