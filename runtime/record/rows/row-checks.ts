import type { Scope } from '#runtime/kernel/expression.ts'
import type { Row } from '../changes/command-log.ts'
import type { PendingValues } from '../changes/pending-values.ts'
import type { CellFault, CheckedValues, FieldCheck } from '../checks/checks.ts'
import { countColumns } from '../checks/validate.ts'

export type CellErrors = Readonly<Record<string, string>>

interface CellCheck {
  key: string
  run: FieldCheck['run']
  /** Number of rows with each value; only for unique columns. */
  count: ((value: unknown) => number) | undefined
  cache: CheckedValues
}

const noFaults: ReadonlyMap<string, CellFault> = new Map()
const noErrors: CellErrors = {}

/** The messages of the problems of a row. */
export const listMessages = (faults: ReadonlyMap<string, CellFault>): CellErrors =>
  faults.size === 0 ? noErrors : Object.fromEntries([...faults].map(([key, fault]) => [key, fault.text]))

/** With more rows, the values of a unique column are counted when the column is first checked, not on opening. */
const countedAtOnce = 20_000

/** The problems of cells, and how often each value occurs in each unique column. */
export class RowChecks {
  readonly #cells: readonly CellCheck[]
  readonly #byKey: ReadonlyMap<string, FieldCheck>
  readonly #rows: () => readonly Row[]
  readonly #unsettled: PendingValues | undefined
  /** Null: not counted yet. */
  #counts: Map<string, Map<string, number>> | null = null
  readonly #errors = new Map<string, CellErrors>()
  /** The messages of texts that were not taken. */
  readonly #refused = new Map<string, CellErrors>()
  readonly uniqueKeys: readonly string[]

  /** `rows` returns the current rows. */
  constructor(checks: readonly FieldCheck[], rows: () => readonly Row[], unsettled?: PendingValues) {
    this.#rows = rows
    this.#unsettled = unsettled
    this.#byKey = new Map(checks.map((check) => [check.field.key, check]))
    this.uniqueKeys = checks.filter(({ unique }) => unique).map(({ field }) => field.key)
    this.#cells = checks.map(({ field: { key }, run, normal, unique }) => {
      const count = unique
        ? (value: unknown) => this.#countsOf(key)?.get(normal(value) ?? '') ?? 0
        : undefined
      return { key, run, count, cache: new Map() }
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

  findErrors(id: string): CellErrors | undefined {
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

  /** Counts a value that was added to (1) or removed from (-1) a column. */
  count(key: string, value: unknown, sign: 1 | -1): void {
    const counts = this.#counts?.get(key)
    const normal = counts && this.#byKey.get(key)?.normal(value)
    if (!counts || normal === null || normal === undefined) return
    const next = (counts.get(normal) ?? 0) + sign
    if (next > 0) counts.set(normal, next)
    else counts.delete(normal)
  }

  /** Starts a pass over all rows. */
  beginPass(): void {
    for (const { cache } of this.#cells) cache.clear()
  }

  /** Problems of the cells of a row: of the keys `due`, or of all keys as part of a pass. */
  faults(row: Row, scope: Scope, due?: ReadonlySet<string>): ReadonlyMap<string, CellFault> {
    // A document may have ten thousand rows and few problems: valid rows use no memory.
    let faults: Map<string, CellFault> | undefined
    for (const { key, run, count, cache } of this.#cells) {
      if (due && !due.has(key)) continue
      const fault = run(row[key] ?? null, scope, count, due ? undefined : cache)
      if (!fault) continue
      faults ??= new Map()
      faults.set(key, fault)
    }
    if (!this.#unsettled?.has(row.id)) return faults ?? noFaults
    return this.#unsettled.over(faults ?? noFaults, row.id, scope, due)
  }

  /** The keys to check again after `changed` did: those, and all invalid cells of the row. */
  due(id: string, changed: ReadonlySet<string> | undefined): Set<string> {
    return new Set([...(changed ?? []), ...Object.keys(this.#errors.get(id) ?? {})])
  }

  /** A text was not taken: its cell keeps the message until its value changes or the row is validated. */
  refuse(id: string, key: string, text: string): void {
    this.#refused.set(id, { ...this.#refused.get(id), [key]: text })
  }

  /** The messages of a row with those of its texts that were not taken, after the values of `changed` were set. */
  withRefused(id: string, errors: CellErrors, changed: ReadonlySet<string> | undefined): CellErrors {
    const before = this.#refused.get(id)
    if (!before) return errors
    const rest = Object.fromEntries(Object.entries(before).filter(([key]) => !changed?.has(key)))
    this.#refused.set(id, rest)
    return { ...errors, ...rest }
  }

  /** The messages of the texts that were not taken, by row. */
  get refused(): ReadonlyMap<string, CellErrors> {
    return this.#refused
  }

  forgetRefused(id: string): void {
    this.#refused.delete(id)
  }

  /** Returns whether the messages of the row changed. */
  set(id: string, errors: CellErrors): boolean {
    // Without any problem no row is looked up.
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
