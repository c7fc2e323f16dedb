import type { Listeners } from '../listeners.ts'

/** The visible page of a detail table: `current` from 1, `total` of all rows. */
export interface Pagination {
  readonly current: number
  readonly pageSize: number
  readonly total: number
}

const sizes = [10, 20, 30]

/** Paging of a detail table with `pageSize`; positions always refer to the whole list. */
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

  /** Null if all rows are visible; the object changes only with its content. */
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

  /** The position of the first visible row, and the page size. */
  get window(): { first: number; size: number } {
    const now = this.now
    return now
      ? { first: (now.current - 1) * now.pageSize, size: now.pageSize }
      : { first: 0, size: Number.POSITIVE_INFINITY }
  }

  /** Turns to a page; with another size, to the page with the first visible row. */
  set(current: number, pageSize = this.#pageSize): void {
    if (this.#pageSize === undefined || pageSize === undefined) return
    const { first } = this.window
    this.#current = pageSize === this.#pageSize ? current : Math.floor(first / pageSize) + 1
    this.#pageSize = pageSize
    this.#listeners.mark('paging')
    this.#listeners.flush()
  }

  /** Turns to the page of a position. */
  show(index: number): void {
    const now = this.now
    const page = now && index >= 0 ? Math.floor(index / now.pageSize) + 1 : null
    if (page !== null && page !== now?.current) this.set(page)
  }
}
