import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import type { Mapping } from '#runtime/schema/language/settings.ts'
import type { Row } from '../changes/command-log.ts'
import type { Values } from '../scope.ts'

/** The columns by which two rows have the same record: the one with its id, else all that it fills. */
export function identityKeys({ orgFields, destFields }: Mapping): readonly string[] {
  const id = destFields[orgFields.indexOf('id')]
  return id === undefined ? destFields : [id]
}

/** The row that has the record of these values already, other than `exceptId`. */
export function rowOfRecord(
  rows: readonly Row[],
  values: Values,
  mapping: Mapping,
  exceptId: string,
): Row | undefined {
  const keys = identityKeys(mapping)
  if (keys.every((key) => isEmpty(values[key]))) return undefined
  return rows.find((row) => row.id !== exceptId && keys.every((key) => row[key] === values[key]))
}

/** The count of a row, and one more. An empty count is none. */
export const countOneMore = (value: unknown): Big | null =>
  isEmpty(value) ? toBig(1) : (toBig(value)?.plus(1) ?? null)
