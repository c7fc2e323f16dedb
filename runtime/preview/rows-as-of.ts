import type { ListRow } from '../data/list-source.ts'
import { addDays, dayNumber, formatDate } from '../kernel/time.ts'

/** Rows whose dates are moved by the days from `asOf` to `today`, so that a calendar shows them. */
export function shiftRows(rows: readonly ListRow[], asOf: string, today = formatDate(new Date())): ListRow[] {
  const days = (dayNumber(today) ?? 0) - (dayNumber(asOf) ?? 0)
  const moved = (value: unknown): unknown =>
    typeof value === 'string' && dayNumber(value) !== null ? addDays(value, days) : value
  return rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, moved(value)])),
    id: row.id,
  }))
}
