import { type DetailField, isDetail } from '#runtime/schema/types.ts'
import type { Row } from '../changes/command-log.ts'
import { isTemporary, orderKey, sameValue } from '../changes/delta.ts'
import type { Values } from '../scope.ts'

/** New rows that hold only their defaults: they are not counted, and a save drops them. A row with children is kept. */
export class BlankRows {
  /** The defaults of each row that was blank when it was inserted. */
  readonly #defaults = new Map<string, Values>()
  readonly #keys: readonly string[]
  readonly #parent: string | undefined

  constructor(detail: DetailField) {
    this.#parent = detail.tree?.parent
    const places = [this.#parent, orderKey(detail)]
    this.#keys = detail.fields
      .filter((field) => !isDetail(field) && field.compute === undefined && !places.includes(field.key))
      .map(({ key }) => key)
  }

  /** Notes an inserted row if it holds nothing but these defaults. */
  note(row: Row, defaults: Values): void {
    if (isTemporary(row.id) && this.#isSame(row, defaults)) this.#defaults.set(row.id, defaults)
  }

  /** Changes one default of a row. */
  renew(id: string, key: string, value: unknown): void {
    const defaults = this.#defaults.get(id)
    if (defaults) this.#defaults.set(id, { ...defaults, [key]: value })
  }

  has(row: Row): boolean {
    const defaults = this.#defaults.get(row.id)
    return defaults !== undefined && this.#isSame(row, defaults)
  }

  /** The rows that are counted and saved; the same list if there is no other. */
  filled(rows: readonly Row[]): readonly Row[] {
    if (this.#defaults.size === 0) return rows
    const parents = new Set(this.#parent === undefined ? [] : rows.map((row) => row[this.#parent ?? '']))
    return rows.filter((row) => parents.has(row.id) || !this.has(row))
  }

  forget(id: string): void {
    this.#defaults.delete(id)
  }

  #isSame(row: Values, defaults: Values): boolean {
    return this.#keys.every((key) => sameValue(row[key], defaults[key]))
  }
}
