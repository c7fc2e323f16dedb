import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createResponseCache } from '#runtime/host/response-cache.ts'

let stored: unknown
let person: string | null

const storage = {
  read: () => structuredClone(stored),
  write: (value: unknown) => {
    stored = structuredClone(value)
  },
  drop: () => {
    stored = null
  },
}
/** The cache of a newly loaded page. */
const open = () => createResponseCache(storage, () => person)

beforeEach(() => {
  vi.useFakeTimers()
  stored = null
  person = 'clerk@0'
  return () => vi.useRealTimers()
})

describe('cached answers', () => {
  it('are available to the same user after a reload', () => {
    const first = open()
    first.keep('/schema/index', { tag: 'W/"a"', result: [1] })
    first.note('/stock', '/stock/list?pageNo=1')
    first.flush()
    const next = open()
    expect(next.find('/schema/index')).toEqual({ tag: 'W/"a"', result: [1] })
    expect(next.listReads('/stock')).toEqual(['/stock/list?pageNo=1'])
  })

  it('are not available to another user', () => {
    const kept = open()
    kept.keep('/schema/index', { tag: 'W/"a"', result: [1] })
    kept.note('/stock', '/stock/list')
    kept.flush()
    person = 'reader@0'
    expect(kept.find('/schema/index')).toBeUndefined()
    expect(open().find('/schema/index')).toBeUndefined()
    expect(open().listReads('/stock')).toEqual([])
  })

  it('are neither stored nor returned when no user is signed in', () => {
    const kept = open()
    kept.keep('/schema/index', { tag: 'W/"a"', result: [1] })
    // The session ends in another window before the answer is stored.
    person = null
    vi.runAllTimers()
    expect(stored).toBeNull()
    kept.keep('/schema/index', { tag: 'W/"a"', result: [1] })
    kept.note('/stock', '/stock/list')
    vi.runAllTimers()
    expect(stored).toBeNull()
    expect(kept.find('/schema/index')).toBeUndefined()
  })

  it('are removed from page and storage when they are cleared', () => {
    const kept = open()
    kept.keep('/a', { tag: '1', result: 1 })
    kept.flush()
    kept.keep('/b', { tag: '1', result: 1 })
    kept.clear()
    vi.runAllTimers()
    expect(stored).toBeNull()
    expect(kept.find('/a')).toBeUndefined()
  })

  it('are replaced by newer ones when they are too many or too large', () => {
    const kept = open()
    kept.keep('/huge', { tag: '1', result: 'x'.repeat(300_000) })
    expect(kept.find('/huge')).toBeUndefined()
    for (let at = 0; at < 10; at++) kept.keep(`/${at}`, { tag: '1', result: 'x'.repeat(100_000) })
    expect(kept.find('/0')).toBeUndefined()
    expect(kept.find('/9')).toBeDefined()
    kept.flush()
    expect(JSON.stringify(stored).length).toBeLessThan(650_000)
    for (let at = 0; at < 50; at++) kept.note(`/page${at}`, '/list')
    expect(kept.listReads('/page0')).toEqual([])
    expect(kept.listReads('/page49')).toEqual(['/list'])
    for (let at = 0; at < 50; at++) kept.note('/page49', `/list?pageNo=${at}`)
    expect(kept.listReads('/page49')).toHaveLength(12)
  })

  it('contain no reads that a page did not need', () => {
    const kept = open()
    kept.note('/stock', '/old')
    kept.note('/stock', '/new')
    kept.forget('/stock', ['/old', '/never'])
    expect(kept.listReads('/stock')).toEqual(['/new'])
  })

  it('work without a storage', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const kept = createResponseCache({ read: refuse, write: refuse, drop: refuse }, () => person)
    kept.keep('/a', { tag: '1', result: 1 })
    kept.flush()
    expect(kept.find('/a')).toEqual({ tag: '1', result: 1 })
    kept.clear()
    expect(kept.find('/a')).toBeUndefined()
  })

  it('are ignored when they are stored in another form', () => {
    stored = { owner: person, answers: 7 }
    expect(open().find('/a')).toBeUndefined()
    stored = 'nonsense'
    expect(open().listReads('/a')).toEqual([])
  })
})
