import { evaluate, formatValue, parseExpression } from '#runtime/kernel/expression.ts'
import type { Pane } from '#runtime/schema/types.ts'

type Row = Readonly<Record<string, unknown>>

/** What a pane's `bind` gives for the chosen row (`master`), or the detail's row (`row`), by the other screen's fields; null where a value is missing, for then nothing belongs to the row. */
export function boundValues(bind: Pane['bind'], master: Row): Record<string, string> | null {
  const values: Record<string, string> = {}
  for (const [key, said] of Object.entries(bind)) {
    const value = typeof said === 'string' && said.startsWith('=') ? ofOwner(said.slice(1), master) : said
    if (value === null || value === undefined || value === '') return null
    values[key] = String(value)
  }
  return values
}

function ofOwner(text: string, master: Row): string | null {
  const read = parseExpression(text)
  if (!read.ok) return null
  const value = evaluate(read.value, ([first, key = '']) =>
    (first === 'master' || first === 'row') && Object.hasOwn(master, key) ? master[key] : null,
  )
  return value === null ? null : formatValue(value)
}

/** The values as list conditions that mean them and nothing else: no stars, commas or signs of the query language. */
export const exactConditions = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, /^[\w-]+$/.test(value) ? value : `= ${value}`]),
  )
