import type { Listeners } from './listeners.ts'

/** Which page of a detail is shown: `current` from 1, `total` of all rows. */
export interface Pagination {
  readonly current: number
  readonly pageSize: number
  readonly total: number
}

const sizes = [10, 20, 30]

/** The page that shows where a detail says `pageSize`; a place in the list stays a place in the whole list. */
export class RowPaging {
  readonly #listeners: Listeners
  readonly #total: () => number
  readonly sizes: readonly number[]
  #current = 1
  #pageSize: number | undefined
  #last: Pagination | null = null

  constructor(listeners: Listeners, pageSize: number | undefined, total: () => number) {
    this.#listeners = listeners
    this.#pageSize = pageSize
    this.#total = total
    this.sizes = [...new Set([...sizes, ...(pageSize === undefined ? [] : [pageSize])])].sort((a, b) => a - b)
  }

  /** Null where all rows show; the object changes only when what it says does. */
  get now(): Pagination | null {
    const pageSize = this.#pageSize
    if (pageSize === undefined) return null
    const total = this.#total()
    const current = Math.min(this.#current, Math.max(1, Math.ceil(total / pageSize)))
    const last = this.#last
    if (last?.current !== current || last.pageSize !== pageSize || last.total !== total)
      this.#last = { current, pageSize, total }
    return this.#last
  }

  /** The place of the first row shown, and how many may show. */
  get window(): { first: number; size: number } {
    const now = this.now
    return now
      ? { first: (now.current - 1) * now.pageSize, size: now.pageSize }
      : { first: 0, size: Number.POSITIVE_INFINITY }
  }

  /** Turns to a page; with another size to the one that holds what was first. */
  set(current: number, pageSize = this.#pageSize): void {
    if (this.#pageSize === undefined || pageSize === undefined) return
    const { first } = this.window
    this.#current = pageSize === this.#pageSize ? current : Math.floor(first / pageSize) + 1
    this.#pageSize = pageSize
    this.#listeners.mark('paging')
    this.#listeners.flush()
  }

  /** Turns to the page of the row at a place. */
  show(index: number): void {
    const now = this.now
    const page = now && index >= 0 ? Math.floor(index / now.pageSize) + 1 : null
    if (page !== null && page !== now?.current) this.set(page)
  }
}
