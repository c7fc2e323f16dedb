import type { Listeners } from '../listeners.ts'

/** The selected rows of a store, by id. Notifies through the listeners of the store. */
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

  /** Rows that are not selectable are skipped for every caller. */
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

  /** The row was removed, or is no longer selectable; part of the change of the store. */
  forget(id: string): void {
    if (this.#ids.delete(id)) this.#listeners.mark('selection')
  }
}
