import type { Listeners } from './listeners.ts'

/** The chosen rows of a store, by id. Announces through the store's own listeners. */
export class RowSelection {
  readonly #ids = new Set<string>()
  readonly #listeners: Listeners
  readonly #isSelectable: (id: string) => boolean

  constructor(listeners: Listeners, isSelectable: (id: string) => boolean) {
    this.#listeners = listeners
    this.#isSelectable = isSelectable
  }

  get ids(): ReadonlySet<string> {
    return this.#ids
  }
  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Rows that may not be chosen are passed over, whoever asks. */
  set(ids: Iterable<string>, on: boolean): void {
    for (const id of ids) {
      if (on === this.#ids.has(id) || (on && !this.#isSelectable(id))) continue
      if (on) this.#ids.add(id)
      else this.#ids.delete(id)
      this.#listeners.mark(`row ${id}`)
      this.#listeners.mark('selection')
    }
    this.#listeners.flush()
  }

  /** The row is gone, or may no longer be chosen; part of the store's own change. */
  forget(id: string): void {
    if (this.#ids.delete(id)) this.#listeners.mark('selection')
  }
}
