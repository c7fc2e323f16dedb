import type { Row } from '../changes/command-log.ts'
import { ColumnTotals } from '../formulas/column-total.ts'
import type { Listeners } from '../listeners.ts'
import type { Values } from '../scope.ts'
import { BlankRows } from './blank-rows.ts'
import type { RowChecks } from './row-checks.ts'
import type { RowStoreSetup } from './row-setup.ts'

/**
 * The figures of a detail table's rows: the sums of columns, and the number of occurrences of values of unique columns.
 * Announces changed sums, and a blank row that is counted from now on, as `totals`.
 */
export class RowCounts {
  readonly totals: ColumnTotals
  readonly blank: BlankRows
  readonly #keys: Iterable<string>
  readonly #checks: RowChecks
  readonly #listeners: Listeners

  constructor(
    { detail, totals = [] }: RowStoreSetup,
    rows: readonly Row[],
    keys: Iterable<string>,
    checks: RowChecks,
    listeners: Listeners,
  ) {
    const summed = detail.fields.filter((field) => field.statistics?.length).map((field) => field.key)
    this.totals = new ColumnTotals([...summed, ...totals], rows)
    this.blank = new BlankRows(detail)
    this.#keys = keys
    this.#checks = checks
    this.#listeners = listeners
  }

  /** Counts an inserted row; it is blank while it holds nothing but these defaults. */
  add(row: Row, defaults: Values): void {
    this.blank.note(row, defaults)
    for (const key of this.#keys) this.#count(key, row, 1)
  }

  remove(row: Row): void {
    for (const key of this.#keys) this.#count(key, row, -1)
    this.blank.forget(row.id)
  }

  /**
   * Counts the changed values of a row; all of them when its first value is set or its last one removed. The default
   * under the key `followed` changed with the fields that it reads: a blank row stays blank.
   */
  replace(old: Row, row: Row, followed?: string): void {
    if (followed !== undefined) {
      this.#count(followed, old, -1)
      this.blank.renew(row.id, followed, row[followed])
      this.#count(followed, row, 1)
      return
    }
    const isFilled = this.blank.has(old) !== this.blank.has(row)
    if (isFilled) this.#listeners.mark('totals')
    for (const key of this.#keys) {
      if (!isFilled && row[key] === old[key]) continue
      this.#count(key, old, -1)
      this.#count(key, row, 1)
    }
  }

  #count(key: string, row: Row, sign: 1 | -1): void {
    this.#checks.count(key, row[key], sign)
    if (!this.blank.has(row) && this.totals.count(key, row[key], sign)) this.#listeners.mark('totals')
  }
}
