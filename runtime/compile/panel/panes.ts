import { evaluate, formatValue, parseExpression } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { addNames } from '#runtime/record/named-scope.ts'
import type { LevelKeys } from '#runtime/record/scope.ts'
import type { Pane } from '#runtime/schema/types.ts'

/** The row to which the records of another list belong, and the keys of its fields. */
export interface RowOwner {
  row: Readonly<JsonObject>
  keys: LevelKeys
}

/**
 * The values of the `bind` of a pane for the selected row (`master`) or detail row (`row`), by fields of the other
 * screen; null if a value is missing, because then no record belongs to the row.
 */
export function boundValues(bind: Pane['bind'], master: RowOwner): Record<string, string> | null {
  const values: Record<string, string> = {}
  for (const [key, source] of Object.entries(bind)) {
    const value =
      typeof source === 'string' && source.startsWith('=') ? ofOwner(source.slice(1), master) : source
    if (value === null || value === undefined || value === '') return null
    values[key] = String(value)
  }
  return values
}

function ofOwner(text: string, { row, keys }: RowOwner): string | null {
  const read = parseExpression(text)
  if (!read.ok) return null
  const owner = { value: row, keys }
  const value = evaluate(
    read.value,
    addNames(() => null, { master: owner, row: owner }),
  )
  return value === null ? null : formatValue(value)
}

/** List conditions that match exactly these values: no wildcards, commas or characters of the query language. */
export const exactConditions = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, /^[\w-]+$/.test(value) ? value : `= ${value}`]),
  )
