import type { JsonObject } from '#runtime/kernel/json.ts'
import type { SqlDraft } from '../../report-api.ts'
import type { ComposedQuery } from './compose-sql.ts'

/** The columns and parameters of a statement with the titles of what they show; sums are totalled below the list. */
export const titleColumns = (draft: SqlDraft, composed: ComposedQuery): SqlDraft => ({
  ...draft,
  fields: draft.fields.map((field): JsonObject => {
    const column = composed.columns.find(({ name }) => name === field.key)
    if (!column) return field
    return { ...field, title: column.title, ...(column.isSummed && { statistics: ['sum'] }) }
  }),
  params: draft.params.map((param): JsonObject => {
    const parameter = composed.parameters.find(({ name }) => name === param.key)
    return parameter ? { ...param, title: parameter.title, ...parameter.settings } : param
  }),
})
