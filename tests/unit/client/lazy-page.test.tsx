// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '#client/errors/ErrorBoundary.tsx'
import { lazyPage } from '#client/lazy-page.ts'
import { findChunkFault, loadChunk } from '#runtime/host/chunks.ts'
import { setFailureReporter } from '#runtime/host/failures.ts'
import { registerUnsaved } from '#runtime/host/unsaved.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'

const reload = vi.fn()
const head = vi.fn<() => Promise<{ ok: boolean }>>()
const gone = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://server/assets/a-1.js'))
const there = async () => ({ default: () => <p>here</p> })

const show = (load: Parameters<typeof lazyPage>[0]) => {
  const Page = lazyPage(load)
  return render(
    <ErrorBoundary>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
}

const Broken = ({ error }: { error: unknown }) => {
  throw error
}

/** The name of the build that the page runs. */
const built = (entry: string) => {
  document.head.innerHTML = `<script type="module" src="/assets/${entry}.js"></script>`
}

/** Loads the module again, as after a reload. */
const freshPage = async () => {
  vi.resetModules()
  const page = await import('#client/lazy-page.ts')
  return page.lazyPage
}

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  head.mockReset().mockResolvedValue({ ok: false })
  vi.stubGlobal('fetch', head)
  vi.stubGlobal('location', { reload, pathname: '/stock/goods' })
  vi.spyOn(console, 'error').mockReturnValue()
  built('index-a')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a preloaded page is drawn without waiting', async () => {
  const Page = lazyPage(there)
  await Page.preload()
  render(
    <Suspense fallback="waiting">
      <Page />
    </Suspense>,
  )
  // In the first drawing: React would draw a suspended page some hundred milliseconds later.
  expect(screen.queryByText('here')).not.toBeNull()
})

it('a page keeps its input when it is preloaded after it was drawn', async () => {
  const Page = lazyPage(async () => ({ default: () => <input aria-label="name" /> }))
  const drawn = () => (
    <Suspense fallback="waiting">
      <Page />
    </Suspense>
  )
  const { rerender } = render(drawn())
  const input = await screen.findByLabelText('name')
  await Page.preload()
  rerender(drawn())
  expect(screen.getByLabelText('name')).toBe(input)
})

describe('a page whose code cannot be loaded', () => {
  // In this order: the first reload ends the page in which it happens.
  it('shows the error at once when work is unsaved, and does not reload', async () => {
    const end = registerUnsaved(() => true)
    show(gone)
    expect(await screen.findByText('ChunkLoadError: missing')).toBeDefined()
    expect(screen.getByText(/未保存的内容请先另行保存/)).toBeDefined()
    end()
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: '重新载入' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is retried in place when the server is unreachable', async () => {
    head.mockRejectedValue(new TypeError('Failed to fetch'))
    let isBroken = true
    show(() => (isBroken ? gone() : there()))
    expect(await screen.findByText('ChunkLoadError: error')).toBeDefined()
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('here')).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
  })

  it('fails after two minutes', async () => {
    vi.useFakeTimers()
    const failed = vi.fn()
    loadChunk(() => new Promise(() => {})).catch(failed)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(findChunkFault(failed.mock.calls[0]?.[0])).toBe('timeout')
    expect(reload).not.toHaveBeenCalled()
  })

  it('has another error code when it is a style sheet', async () => {
    const end = registerUnsaved(() => true)
    show(() => Promise.reject(new Error('Unable to preload CSS for /assets/a-1.css')))
    expect(await screen.findByText('CSS_CHUNK_LOAD_FAILED: missing')).toBeDefined()
    end()
  })

  it('is no style sheet because its name contains the letters CSS', async () => {
    const end = registerUnsaved(() => true)
    show(() =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a-CSSQdMcS.js')),
    )
    expect(await screen.findByText('ChunkLoadError: missing')).toBeDefined()
    end()
  })

  it('differs from a page whose code loads and then throws', async () => {
    show(() => Promise.reject(new TypeError('x is not a function')))
    expect(await screen.findByText('页面出错了')).toBeDefined()
    expect(head).not.toHaveBeenCalled()
  })

  it('reloads the page once for each build, then shows the error', async () => {
    show(gone).unmount()
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    const lazy = await freshPage()
    const Page = lazy(gone)
    const { ErrorBoundary: FreshBoundary } = await import('#client/errors/ErrorBoundary.tsx')
    render(
      <FreshBoundary>
        <Suspense>
          <Page />
        </Suspense>
      </FreshBoundary>,
    )
    expect(await screen.findByText('页面没有载入')).toBeDefined()
    expect(reload).toHaveBeenCalledTimes(1)
    cleanup()
    built('index-b')
    const Next = (await freshPage())(gone)
    render(
      <Suspense>
        <Next />
      </Suspense>,
    )
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  })
})

describe('a value that cannot be drawn', () => {
  it('shows the error in its position, with the number of the failed request', async () => {
    const error = appError('BUSINESS')
    error.requestId = 'a1b2c3'
    render(
      <p>
        before
        <InlineErrorBoundary title="「备注」">
          <Broken error={error} />
        </InlineErrorBoundary>
        after
      </p>,
    )
    expect(await screen.findByText('编号 a1b2c3')).toBeDefined()
    expect(document.body.textContent).toBe('before「备注」显示出错重试编号 a1b2c3after')
  })

  it('is reported once for all rows, and shows the number of the report', async () => {
    const report = vi.fn(async (_text: string, _place: string) => 'd4e5f6')
    setFailureReporter(report)
    const error = new TypeError('no such thing')
    render(
      ['1', '2'].map((row) => (
        <InlineErrorBoundary key={row} title="" quiet>
          <Broken error={error} />
        </InlineErrorBoundary>
      )),
    )
    expect(await screen.findAllByText('编号 d4e5f6')).toHaveLength(2)
    expect(report.mock.calls).toEqual([['TypeError: no such thing', '/stock/goods']])
    expect(screen.queryByRole('button')).toBeNull()
  })
})
