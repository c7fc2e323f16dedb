import { isEmpty } from '#runtime/kernel/json.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { RowValues } from './import-drafts.ts'
import type { StoredRow } from './import-match.ts'

/** The number of equal values; 0 when the rows have nothing but blanks in common. */
function countEqual(keys: readonly string[], row: RowValues, { values }: StoredRow): number {
  let count = 0
  let hasContent = false
  for (const key of keys) {
    if (!sameValue(row[key], values[key])) continue
    count += 1
    hasContent ||= !isEmpty(row[key])
  }
  return hasContent ? count : 0
}

/**
 * The stored row that each row of a sheet continues, undefined for a new row. Rows may have been removed, inserted, moved
 * or changed in the sheet, which lacks their hidden values: those with most equal values belong together, of several the
 * nearest. A row that has no value of any stored row is new.
 */
export function pairRows(
  rows: readonly RowValues[],
  stored: readonly StoredRow[],
): readonly (StoredRow | undefined)[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const counts = rows.map((row) => Uint16Array.from(stored, (entry) => countEqual(keys, row, entry)))
  const pairs: (StoredRow | undefined)[] = rows.map(() => undefined)
  const taken = new Set<number>()
  for (let count = keys.length; count > 0; count -= 1)
    for (const [at, equals] of counts.entries()) {
      if (pairs[at]) continue
      let nearest: number | undefined
      for (const [place, equal] of equals.entries()) {
        if (equal !== count || taken.has(place)) continue
        if (nearest === undefined || Math.abs(place - at) < Math.abs(nearest - at)) nearest = place
      }
      if (nearest === undefined) continue
      taken.add(nearest)
      pairs[at] = stored[nearest]
    }
  return pairs
}
