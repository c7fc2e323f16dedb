import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChangeNotices } from '#server/records/live/change-notices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('changes are announced at once, those of the next second together, and without their screen', () => {
  const tell = vi.fn()
  const announce = createChangeNotices({ tell })
  announce()
  expect(tell.mock.calls).toEqual([[{ cmd: 'changed' }]])
  for (let count = 0; count < 50; count += 1) announce()
  expect(tell).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(tell).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(tell).toHaveBeenCalledTimes(2)
})
