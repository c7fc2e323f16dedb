import type { Scope } from '#runtime/kernel/expression.ts'
import type { CellChange, Row } from '../changes/command-log.ts'
import { computeStep, type Formula } from '../formulas/formulas.ts'
import { keySet, type LevelKeys, rowScope, type Values } from '../scope.ts'
import type { RowStoreSetup } from './row-setup.ts'

/** The formulas that read only their own row, and the scope of the expressions of a row. */
export class RowCompute {
  readonly keys: LevelKeys
  readonly #steps: readonly Formula[]
  readonly #outside: Scope

  constructor({ detail, types, steps = [], outside = () => null }: RowStoreSetup) {
    this.keys = keySet(detail.fields, types)
    this.#steps = steps.filter((step) => step.local)
    this.#outside = outside
  }

  scope(row: Values, outside = this.#outside): Scope {
    return rowScope(row, this.keys, outside)
  }

  /** A new row with every formula computed. */
  complete(row: Row): Row {
    return this.#compute(row, new Set(), true)
  }

  /** A row with the formulas that read the `changed` keys computed; keys with a new result are added to `changed`. */
  recompute(row: Row, changed: Set<string>): Row {
    return this.#compute(row, changed, false)
  }

  /** The changes of setting `values` in a row: the cells themselves, then the computed cells. */
  changes(row: Row, values: Values): CellChange[] {
    const changed = new Set(
      Object.keys(values).filter((key) => this.keys.has(key) && row[key] !== values[key]),
    )
    if (changed.size === 0) return []
    const changedValues = Object.fromEntries([...changed].map((key) => [key, values[key]]))
    for (const key of [...changed]) {
      // The translation from the server belongs to the old value; pickers may set a new one.
      const text = `${key}_dictText`
      if (row[text] === undefined && values[text] === undefined) continue
      changedValues[text] = values[text] ?? null
      changed.add(text)
    }
    const after = this.#compute({ ...row, ...changedValues }, changed, false)
    return [...changed].map((key) => ({
      id: row.id,
      key,
      before: row[key],
      after: after[key],
    }))
  }

  #compute(row: Row, changed: Set<string>, all: boolean): Row {
    let result = row
    for (const step of this.#steps) {
      if (!all && !step.sameRow.some((key) => changed.has(key))) continue
      const value = computeStep(step, this.scope(result))
      if (result[step.field.key] === value) continue
      result = { ...result, [step.field.key]: value }
      changed.add(step.field.key)
    }
    return result
  }
}
