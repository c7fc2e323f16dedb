import type { Scope } from '#runtime/kernel/expression.ts'
import type { CellFault, CheckedValues, FieldCheck } from './checks.ts'
import type { Row } from './command-log.ts'
import type { PendingValues } from './pending-values.ts'
import { countColumns } from './validate.ts'

export type CellErrors = Readonly<Record<string, string>>

interface CellCheck {
  key: string
  run: FieldCheck['run']
  /** How many rows hold a value; only of unique columns. */
  count: ((value: unknown) => number) | undefined
  known: CheckedValues
}

const noFaults: ReadonlyMap<string, CellFault> = new Map()
const noErrors: CellErrors = {}

/** The messages of a row's faults. */
export const messagesOf = (faults: ReadonlyMap<string, CellFault>): CellErrors =>
  faults.size === 0 ? noErrors : Object.fromEntries([...faults].map(([key, fault]) => [key, fault.text]))

/** Of more rows the values of unique columns are counted when such a column is first looked at, not on opening. */
const countedAtOnce = 20_000

/** What is wrong with which cell, and how often each value stands in each unique column. */
export class RowChecks {
  readonly #cells: readonly CellCheck[]
  readonly #byKey: ReadonlyMap<string, FieldCheck>
  readonly #rows: () => readonly Row[]
  readonly #unsettled: PendingValues | undefined
  /** Null: not counted yet. */
  #counts: Map<string, Map<string, number>> | null = null
  readonly #errors = new Map<string, CellErrors>()
  readonly uniqueKeys: readonly string[]

  /** `rows` answers the rows as they stand. */
  constructor(checks: readonly FieldCheck[], rows: () => readonly Row[], unsettled?: PendingValues) {
    this.#rows = rows
    this.#unsettled = unsettled
    this.#byKey = new Map(checks.map((check) => [check.field.key, check]))
    this.uniqueKeys = checks.filter(({ unique }) => unique).map(({ field }) => field.key)
    this.#cells = checks.map(({ field: { key }, run, normal, unique }) => {
      const count = unique
        ? (value: unknown) => this.#countsOf(key)?.get(normal(value) ?? '') ?? 0
        : undefined
      return { key, run, count, known: new Map() }
    })
    if (rows().length <= countedAtOnce) this.#count()
  }

  #countsOf(key: string): ReadonlyMap<string, number> | undefined {
    return this.#count().get(key)
  }

  #count(): Map<string, Map<string, number>> {
    this.#counts ??= countColumns([...this.#byKey.values()], this.#rows())
    return this.#counts
  }

  errorsOf(id: string): CellErrors | undefined {
    return this.#errors.get(id)
  }
  get wrongRows(): Iterable<string> {
    return this.#errors.keys()
  }
  get errorCount(): number {
    let count = 0
    for (const errors of this.#errors.values()) count += Object.keys(errors).length
    return count
  }

  /** A value came into (1) or left (-1) a column. */
  count(key: string, value: unknown, sign: 1 | -1): void {
    const counts = this.#counts?.get(key)
    const normal = counts && this.#byKey.get(key)?.normal(value)
    if (!counts || normal === null || normal === undefined) return
    const next = (counts.get(normal) ?? 0) + sign
    if (next > 0) counts.set(normal, next)
    else counts.delete(normal)
  }

  /** Before all rows are looked at in one pass. */
  beginPass(): void {
    for (const { known } of this.#cells) known.clear()
  }

  /** Faults of a row's cells: of the keys `due`, or of all as part of a pass. */
  faults(row: Row, scope: Scope, due?: ReadonlySet<string>): ReadonlyMap<string, CellFault> {
    // A bill may hold ten thousand rows and seldom a fault: rows without one cost no memory.
    let faults: Map<string, CellFault> | undefined
    for (const { key, run, count, known } of this.#cells) {
      if (due && !due.has(key)) continue
      const fault = run(row[key] ?? null, scope, count, due ? undefined : known)
      if (!fault) continue
      faults ??= new Map()
      faults.set(key, fault)
    }
    if (!this.#unsettled?.has(row.id)) return faults ?? noFaults
    return this.#unsettled.over(faults ?? noFaults, row.id, scope, due)
  }

  /** Keys to look at again after `changed` did: those, and whatever was wrong in the row. */
  due(id: string, changed: ReadonlySet<string> | undefined): Set<string> {
    return new Set([...(changed ?? []), ...Object.keys(this.#errors.get(id) ?? {})])
  }

  /** Answers whether the row's messages differ from before. */
  set(id: string, errors: CellErrors): boolean {
    // While nothing is wrong no row is looked up.
    if (errors === noErrors && this.#errors.size === 0) return false
    const old = this.#errors.get(id)
    if (!old && errors === noErrors) return false
    const keys = Object.keys(errors)
    if (keys.length === Object.keys(old ?? {}).length && keys.every((key) => old?.[key] === errors[key]))
      return false
    if (keys.length > 0) this.#errors.set(id, errors)
    else this.#errors.delete(id)
    return true
  }
}
