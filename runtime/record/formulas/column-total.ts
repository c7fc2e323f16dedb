import type { Big } from 'big.js'
import { toBig } from '#runtime/kernel/decimal.ts'
import type { Values } from '../scope.ts'

/**
 * Running sum and count of a column. Numbers with at most six decimals are summed as integer millionths, exact below
 * 2^53 (nine billion), and carried into a decimal at that limit; other numbers are added to the decimal directly. So
 * a change costs O(1) and no rounding error accumulates.
 */
export class ColumnTotal {
  static readonly #unit = 1_000_000
  #small = 0
  #rest: Big | null = null
  /** Number of numeric values. */
  count = 0

  add(value: unknown): void {
    this.#change(value, 1)
  }

  remove(value: unknown): void {
    this.#change(value, -1)
  }

  get sum(): Big {
    const small = toBig(this.#small)?.div(ColumnTotal.#unit)
    const rest = this.#rest
    if (!small) throw new RangeError('a column total is not finite')
    return rest ? small.plus(rest) : small
  }

  #change(value: unknown, sign: 1 | -1): void {
    if (value === null || value === undefined || value === '') return
    if (typeof value === 'number') {
      const units = Math.round(value * ColumnTotal.#unit)
      if (units / ColumnTotal.#unit === value && Number.isSafeInteger(units)) {
        if (!Number.isSafeInteger(this.#small + sign * units)) this.#carry()
        this.#small += sign * units
        this.count += sign
        return
      }
    }
    const number = toBig(value)
    if (!number) return
    this.#rest = this.#rest ? this.#rest.plus(number.times(sign)) : number.times(sign)
    this.count += sign
  }

  /** The integer sum is full: it is added to the decimal and reset. */
  #carry(): void {
    this.#rest = this.sum
    this.#small = 0
  }
}

/** The running sums of some columns. */
export class ColumnTotals {
  readonly #byKey: ReadonlyMap<string, ColumnTotal>

  constructor(keys: readonly string[], rows: readonly Values[]) {
    this.#byKey = new Map(keys.map((key) => [key, new ColumnTotal()]))
    for (const [key, total] of this.#byKey) for (const row of rows) total.add(row[key])
  }

  get(key: string): ColumnTotal | undefined {
    return this.#byKey.get(key)
  }

  /** Counts a value that was added to (1) or removed from (-1) a column; returns whether the column is summed. */
  count(key: string, value: unknown, sign: 1 | -1): boolean {
    const total = this.#byKey.get(key)
    if (sign === 1) total?.add(value)
    else total?.remove(value)
    return total !== undefined
  }
}
