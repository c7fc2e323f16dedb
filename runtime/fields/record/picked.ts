import type { Row } from '#runtime/data/list-source.ts'

/** Keys of the picked record, and the keys of this record they are written to. */
export interface Mapping {
  orgFields: string[]
  destFields: string[]
}

/** One picked record as values of this record: each origin field under its destination's key. */
export const mapPicked = (row: Row, { orgFields, destFields }: Mapping): Record<string, unknown> =>
  Object.fromEntries(destFields.map((key, index) => [key, row[orgFields[index] ?? ''] ?? null]))

/** Several picked records in one: each destination gets the comma-joined texts. */
export function joinPicked(rows: readonly Row[], mapping: Mapping): Record<string, unknown> {
  const [first, ...rest] = rows
  if (!first) return {}
  if (rest.length === 0) return mapPicked(first, mapping)
  const mapped = rows.map((row) => mapPicked(row, mapping))
  return Object.fromEntries(
    mapping.destFields.map((key) => [key, mapped.flatMap((one) => one[key] ?? []).join(',') || null]),
  )
}

export const emptyPicked = ({ destFields }: Mapping): Record<string, null> =>
  Object.fromEntries(destFields.map((key) => [key, null]))
