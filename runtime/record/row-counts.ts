import { BlankRows } from './blank-rows.ts'
import { ColumnTotals } from './column-total.ts'
import type { Row } from './command-log.ts'
import type { RowChecks } from './row-checks.ts'
import type { RowStoreSetup } from './row-setup.ts'

/** What a detail table counts of its rows: the sums of columns, and how often values of unique columns occur. */
export class RowCounts {
  readonly totals: ColumnTotals
  readonly blank: BlankRows
  readonly #keys: Iterable<string>
  readonly #checks: RowChecks

  constructor(
    { detail, totals = [] }: RowStoreSetup,
    rows: readonly Row[],
    keys: Iterable<string>,
    checks: RowChecks,
  ) {
    const summed = detail.fields.filter((field) => field.statistics?.length).map((field) => field.key)
    this.totals = new ColumnTotals([...summed, ...totals], rows)
    this.blank = new BlankRows(detail)
    this.#keys = keys
    this.#checks = checks
  }

  /** Counts a row that was added (1) or removed (-1); returns whether a sum changed. */
  change(row: Row, sign: 1 | -1): boolean {
    let isChanged = false
    for (const key of this.#keys) isChanged = this.#count(key, row, sign) || isChanged
    return isChanged
  }

  /** Counts the changed values of a row; returns whether a sum changed. */
  replace(old: Row, row: Row): boolean {
    if (this.blank.has(old) !== this.blank.has(row)) {
      this.change(old, -1)
      return this.change(row, 1)
    }
    let isChanged = false
    for (const key of this.#keys) {
      if (row[key] === old[key]) continue
      this.#count(key, old, -1)
      isChanged = this.#count(key, row, 1) || isChanged
    }
    return isChanged
  }

  #count(key: string, row: Row, sign: 1 | -1): boolean {
    this.#checks.count(key, row[key], sign)
    return !this.blank.has(row) && this.totals.count(key, row[key], sign)
  }
}
