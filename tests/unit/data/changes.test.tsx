// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useChangesOnReturn } from '#runtime/data/changes.ts'
import { emitLive } from '#runtime/data/live.ts'
import { type Page, PageProvider } from '#runtime/host/page-visibility.ts'

afterEach(cleanup)

function keptPage() {
  const listeners = new Set<() => void>()
  let isShown = true
  const page: Page = {
    key: 'kept',
    isShown: () => isShown,
    onShown(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    findAll: () => [],
    title: () => '',
    call: () => undefined,
  }
  const show = (next: boolean) => {
    isShown = next
    if (next) for (const listener of listeners) listener()
  }
  return { page, show }
}

function Loading({ load }: { load(): void }) {
  useChangesOnReturn(load)
  return null
}

it('a kept page loads again when it returns, once for all changes in the meantime', () => {
  const { page, show } = keptPage()
  const load = vi.fn()
  render(
    <PageProvider value={page}>
      <Loading load={load} />
    </PageProvider>,
  )
  show(false)
  show(true)
  expect(load).not.toHaveBeenCalled()
  show(false)
  act(() => {
    emitLive({ cmd: 'changed' })
    emitLive({ cmd: 'changed' })
  })
  expect(load).not.toHaveBeenCalled()
  show(true)
  expect(load).toHaveBeenCalledTimes(1)
})

it('a visible page loads at once when the connection is back', () => {
  const { page } = keptPage()
  const load = vi.fn()
  render(
    <PageProvider value={page}>
      <Loading load={load} />
    </PageProvider>,
  )
  act(() => emitLive({ cmd: 'reopened' }))
  expect(load).toHaveBeenCalledTimes(1)
})
