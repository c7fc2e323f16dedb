import type { Scope } from '../kernel/expression.ts'
import type { CellFault, FieldCheck } from './checks.ts'
import type { Row } from './command-log.ts'
import { countColumns } from './validate.ts'

export type CellErrors = Readonly<Record<string, string>>

/** What is wrong with which cell, and how often each value stands in each unique column. */
export class RowChecks {
  readonly #checks: readonly FieldCheck[]
  readonly #byKey: ReadonlyMap<string, FieldCheck>
  readonly #counts: Map<string, Map<string, number>>
  readonly #errors = new Map<string, CellErrors>()

  constructor(checks: readonly FieldCheck[], rows: readonly Row[]) {
    this.#checks = checks
    this.#byKey = new Map(checks.map((check) => [check.field.key, check]))
    this.#counts = countColumns(checks, rows)
  }

  get uniqueKeys(): Iterable<string> {
    return this.#counts.keys()
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
    const counts = this.#counts.get(key)
    const normal = counts && this.#byKey.get(key)?.normal(value)
    if (!counts || normal === null || normal === undefined) return
    const next = (counts.get(normal) ?? 0) + sign
    if (next > 0) counts.set(normal, next)
    else counts.delete(normal)
  }

  /** Faults of a row's cells; of the keys `due` only, where given. */
  faults(row: Row, scope: Scope, due?: ReadonlySet<string>): Map<string, CellFault> {
    const faults = new Map<string, CellFault>()
    for (const { field, run, normal } of this.#checks) {
      if (due && !due.has(field.key)) continue
      const counts = this.#counts.get(field.key)
      const count = counts && ((value: unknown) => counts.get(normal(value) ?? '') ?? 0)
      const fault = run(row[field.key] ?? null, scope, count)
      if (fault) faults.set(field.key, fault)
    }
    return faults
  }

  /** Keys to look at again after `changed` did: those, and whatever was wrong in the row. */
  due(id: string, changed: ReadonlySet<string> | undefined): Set<string> {
    return new Set([...(changed ?? []), ...Object.keys(this.#errors.get(id) ?? {})])
  }

  /** Answers whether the row's messages differ from before. */
  set(id: string, errors: CellErrors): boolean {
    const old = this.#errors.get(id)
    const keys = Object.keys(errors)
    if (keys.length === Object.keys(old ?? {}).length && keys.every((key) => old?.[key] === errors[key]))
      return false
    if (keys.length > 0) this.#errors.set(id, errors)
    else this.#errors.delete(id)
    return true
  }
}
