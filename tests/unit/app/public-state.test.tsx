// @vitest-environment jsdom
import { act, cleanup, screen as page, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { loadState } from '#app/public-form/calls.ts'
import StatePage from '#app/public-form/StatePage.tsx'

vi.mock('#app/public-form/calls.ts')
afterEach(cleanup)

it('another link in the same window shows its own submission', async () => {
  vi.mocked(loadState).mockImplementation(async (secret) => ({
    ...{ title: '捐赠', number: `编号${secret}`, submitted: '', expires: '', fields: [] },
  }))
  const router = createMemoryRouter([{ path: '/public/state', element: <StatePage /> }], {
    initialEntries: ['/public/state#A'],
  })
  render(<RouterProvider router={router} />)
  expect(await page.findByText('编号A')).toBeTruthy()
  await act(() => router.navigate('/public/state#B'))
  expect(await page.findByText('编号B')).toBeTruthy()
  expect(page.queryByText('编号A')).toBeNull()
})
