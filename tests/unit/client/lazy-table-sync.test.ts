import { beforeEach, expect, it, vi } from 'vitest'
import { createLazyTableSync } from '#client/live/lazy-table-sync.ts'

const loaded = vi.hoisted(() => ({ leave: vi.fn(), join: vi.fn(), send: vi.fn() }))
vi.mock('#client/live/table-sync.ts', () => ({ createTableSync: () => loaded }))

beforeEach(() => {
  vi.resetAllMocks()
  loaded.join.mockReturnValue(loaded.leave)
})

it('joins a room once the code of the socket is loaded, and leaves it', async () => {
  const sync = createLazyTableSync()
  const listener = {}
  const leave = sync.join('items:9', listener)
  await vi.waitFor(() => expect(loaded.join).toHaveBeenCalledExactlyOnceWith('items:9', listener))
  sync.send('items:9', { id: '1' })
  expect(loaded.send).toHaveBeenCalledExactlyOnceWith('items:9', { id: '1' })
  leave()
  expect(loaded.leave).toHaveBeenCalledOnce()
})

it('does not join for a table that was closed before the code was loaded', async () => {
  const sync = createLazyTableSync()
  sync.join('items:9', {})()
  sync.join('items:10', {})
  await vi.waitFor(() => expect(loaded.join).toHaveBeenCalled())
  expect(loaded.join.mock.calls.map(([room]) => room)).toEqual(['items:10'])
})
