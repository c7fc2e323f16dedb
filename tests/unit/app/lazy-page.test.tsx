// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markUnsaved } from '../../../runtime/data/unsaved.ts'
import { ErrorBoundary } from '../../../src/app/ErrorBoundary.tsx'
import { lazyPage } from '../../../src/app/lazy-page.ts'

const reload = vi.fn()
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const there = async () => ({ default: () => <p>here</p> })

const show = (name: string, load: Parameters<typeof lazyPage>[1]) => {
  const Page = lazyPage(name, load)
  return render(
    <ErrorBoundary>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
}

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  vi.stubGlobal('location', { reload })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a page whose code is gone is reloaded once, then says so', async () => {
  show('a', gone).unmount()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  show('a', gone)
  expect(await screen.findByText('页面没有载入')).toBeDefined()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('another page that loads does not start the reloading anew', async () => {
  show('a', gone).unmount()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  const other = show('b', there)
  await screen.findByText('here')
  other.unmount()
  show('a', gone)
  await screen.findByText('页面没有载入')
  expect(reload).toHaveBeenCalledTimes(1)
})

it('nothing is reloaded over unsaved work', async () => {
  const end = markUnsaved(() => true)
  show('a', gone)
  await screen.findByText('页面没有载入')
  end()
  expect(reload).not.toHaveBeenCalled()
})
