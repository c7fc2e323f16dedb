import type { Mapping } from '#runtime/schema/language/settings.ts'
import type { Values } from '../scope.ts'
import { identityKeys } from './counted-row.ts'

/** The records that no row has yet, each once. */
export function missingRecords(
  rows: readonly Values[],
  records: readonly Values[],
  mapping: Mapping,
): Values[] {
  const keys = identityKeys(mapping)
  const identify = (values: Values) => JSON.stringify(keys.map((key) => values[key] ?? null))
  const present = new Set(rows.map(identify))
  return records.filter((values) => {
    const identity = identify(values)
    const isMissing = !present.has(identity)
    present.add(identity)
    return isMissing
  })
}
