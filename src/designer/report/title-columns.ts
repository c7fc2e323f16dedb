import type { JsonObject } from '#runtime/kernel/json.ts'
import type { ComposedColumn } from './compose-sql.ts'

/** The columns of a statement with the titles of what they show; sums are totalled below the list. */
export const titleColumns = (
  fields: readonly JsonObject[],
  composed: readonly ComposedColumn[],
): JsonObject[] =>
  fields.map((field) => {
    const column = composed.find(({ name }) => name === field.key)
    if (!column) return field
    return { ...field, title: column.title, ...(column.isSummed && { statistics: ['sum'] }) }
  })
