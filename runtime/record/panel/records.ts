import type { JsonObject } from '#runtime/kernel/json.ts'
import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

/** The records of a block of a panel. */
export interface Records {
  records: readonly Readonly<JsonObject>[]
  total: number
  /** The total is an estimate. */
  isEstimated?: boolean
  /** There are more groups than these. */
  isCut?: boolean
  /** Sums and averages of all rows, if the server computed them. */
  totals?: Readonly<Record<string, { sum?: unknown; average?: unknown }>>
}

/** A key that a block shows: by its field if a document declares one, else as plain text or number. */
export interface ShownValue {
  key: string
  title: string
  column?: { field: Field; type: AnyFieldValue }
}
