// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStored, WEEK_MS, writeStored } from '#client/session/storage.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2025-09-25T08:00:00Z') })
})
afterEach(() => void vi.useRealTimers())

describe('a stored value', () => {
  it('is stored under the prefix with its time of expiry', () => {
    writeStored('Access-Token', 'abc', WEEK_MS)
    expect(JSON.parse(localStorage.getItem('pro__Access-Token') ?? '')).toEqual({
      value: 'abc',
      expire: Date.parse('2025-10-02T08:00:00Z'),
    })
  })

  it('is available for seven days and removed after them', () => {
    writeStored('Access-Token', 'abc', WEEK_MS)
    vi.setSystemTime(new Date('2025-10-02T07:59:59Z'))
    expect(readStored('Access-Token')).toBe('abc')
    vi.setSystemTime(new Date('2025-10-02T08:00:01Z'))
    expect(readStored('Access-Token')).toBeNull()
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
  })

  it('remains when it has no expiry', () => {
    writeStored('DEFAULT_THEME', 'dark', null)
    vi.setSystemTime(new Date('2035-01-01'))
    expect(readStored('DEFAULT_THEME')).toBe('dark')
  })

  it.each(['{', '"text"', 'null', '[]'])('counts as absent when its text is %s', (text) => {
    localStorage.setItem('pro__Access-Token', text)
    expect(readStored('Access-Token')).toBeNull()
  })
})
