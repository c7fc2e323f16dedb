import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Mapping } from '#runtime/schema/language/settings.ts'
import type { Field } from '#runtime/schema/types.ts'

/** The destination values of one chosen record: each source field under the key of its destination. */
export const destinationValues = (
  row: Readonly<JsonObject>,
  { orgFields, destFields }: Mapping,
): Record<string, unknown> =>
  Object.fromEntries(destFields.map((key, index) => [key, row[orgFields[index] ?? ''] ?? null]))

/** The destination values of several chosen records: each destination gets the comma-joined texts. */
export function joinedDestinationValues(
  rows: readonly Readonly<JsonObject>[],
  mapping: Mapping,
): Record<string, unknown> {
  const [first, ...rest] = rows
  if (!first) return {}
  if (rest.length === 0) return destinationValues(first, mapping)
  const mapped = rows.map((row) => destinationValues(row, mapping))
  return Object.fromEntries(
    mapping.destFields.map((key) => [key, mapped.flatMap((values) => values[key] ?? []).join(',') || null]),
  )
}

/** The values set by clearing a cell: destinations of a picked record are cleared too. */
export function clearedValues({ key, field }: { key: string; field: Field }): Record<string, null> {
  const { destFields = [] } = field as Partial<Mapping>
  return emptyDestinationValues({ orgFields: [], destFields: [...destFields, key] })
}

export const emptyDestinationValues = ({ destFields }: Mapping): Record<string, null> =>
  Object.fromEntries(destFields.map((key) => [key, null]))
