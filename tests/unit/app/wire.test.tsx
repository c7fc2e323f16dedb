// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OfflineBanner } from '#app/shell/notices/OfflineBanner.tsx'
import { countWaiting } from '#client/session/busy.ts'
import { appError } from '#runtime/kernel/errors.ts'

const bar = /网络已断开/
const Reading = ({ read }: { read: () => Promise<string> }) => {
  const { data, isError } = useQuery({ queryKey: ['reading'], queryFn: read })
  return <p>{isError ? 'failed' : data}</p>
}

const show = (read: () => Promise<string>) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OfflineBanner />
      <Reading read={read} />
    </QueryClientProvider>,
  )

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the banner appears for a read without an answer, and disappears when the server answers the repeated read', async () => {
  let isThere = false
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return { ok: true }
  })
  const read = vi.fn(async () => {
    if (!isThere) throw appError('NETWORK')
    return 'rows'
  })
  show(read)
  const { textContent } = await screen.findByText(bar)
  expect(textContent).toMatch(/^网络已断开（\d\d:\d\d 起），正在重新连接，连上后会自动重新读取。/)
  isThere = true
  expect(await screen.findByText('rows')).toBeDefined()
  expect(screen.queryByText(bar)).toBeNull()
  expect(read).toHaveBeenCalledTimes(2)
})

it('the banner does not appear for a refusal', async () => {
  show(async () => {
    throw appError('NO_DATA_PERMISSION')
  })
  expect(await screen.findByText('failed')).toBeDefined()
  expect(screen.getByRole('status')).toBeDefined()
  expect(screen.queryByText(bar)).toBeNull()
})

it('the banner reports requests that wait for a busy server, and disappears when all are answered', async () => {
  show(async () => 'rows')
  const text = '系统繁忙，正在重试…'
  act(() => {
    countWaiting(true)
    countWaiting(true)
  })
  expect(screen.getByRole('status').textContent).toBe(text)
  act(() => countWaiting(false))
  expect(screen.getByRole('status').textContent).toBe(text)
  act(() => countWaiting(false))
  expect(screen.getByRole('status').textContent).toBe('')
})
