import { setImmediate } from 'node:timers/promises'
import { fieldValues } from '#runtime/fields/values.ts'
import type { ImportFault } from '#runtime/record/import-fault.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { DictionaryWords } from '../services.ts'
import type { RecordDraft, RowDraft } from './import-drafts.ts'
import type { ImportPlan } from './import-plan.ts'
import { nearestOf, rowsOf } from './import-words.ts'

export type RowValues = Record<string, unknown>

/** Milliseconds of work after which other requests are answered. */
const SLICE = 10

/** Returns a function that lets other requests run when this one has worked for a while. */
export function createPause(): () => Promise<void> {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < SLICE) return
    await setImmediate()
    start = performance.now()
  }
}

/** The values of every row on the wire: null for blank cells, no value for cells with a fault. */
export async function readValues(
  plan: ImportPlan,
  records: readonly RecordDraft[],
  lookup: Lookup,
  dictionaries: DictionaryWords,
): Promise<{ values: Map<RowDraft, RowValues>; faults: ImportFault[] }> {
  const values = new Map<RowDraft, RowValues>()
  const faults: ImportFault[] = []
  const withNearest = nearestOf(dictionaries)
  const pause = createPause()
  for (const [columns, rows] of rowsOf(plan, records))
    for (const row of rows) {
      const read: RowValues = {}
      values.set(row, read)
      for (const column of columns) {
        const { field } = column
        const cell = row.cells.get(field.key)
        const half = fieldValues.get(field.type)
        if (!cell || !half) continue
        const parsed = half.fromText(cell.value, field, lookup)
        if (parsed.ok) read[field.key] = half.toWire(parsed.value, field) ?? null
        else faults.push(await withNearest({ ...cell, reason: parsed.text }, column))
      }
      await pause()
    }
  return { values, faults }
}
