// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStored, week, writeStored } from '#app/session/storage.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2025-09-25T08:00:00Z') })
})
afterEach(() => void vi.useRealTimers())

describe('what is stored', () => {
  it('lies under the prefix as value and time of expiry', () => {
    writeStored('Access-Token', 'abc', week)
    expect(JSON.parse(localStorage.getItem('pro__Access-Token') ?? '')).toEqual({
      value: 'abc',
      expire: Date.parse('2025-10-02T08:00:00Z'),
    })
  })

  it('is there for seven days and gone after them', () => {
    writeStored('Access-Token', 'abc', week)
    vi.setSystemTime(new Date('2025-10-02T07:59:59Z'))
    expect(readStored('Access-Token')).toBe('abc')
    vi.setSystemTime(new Date('2025-10-02T08:00:01Z'))
    expect(readStored('Access-Token')).toBeNull()
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
  })

  it('stays where it has no end', () => {
    writeStored('DEFAULT_THEME', 'dark', null)
    vi.setSystemTime(new Date('2035-01-01'))
    expect(readStored('DEFAULT_THEME')).toBe('dark')
  })

  it.each(['{', '"text"', 'null', '[]'])('counts as absent when it is %s', (text) => {
    localStorage.setItem('pro__Access-Token', text)
    expect(readStored('Access-Token')).toBeNull()
  })
})
