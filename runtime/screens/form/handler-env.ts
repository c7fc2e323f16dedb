import { findRefusal } from '#runtime/data/handler-env.ts'
import type { Http } from '#runtime/data/http.ts'
import type { Field } from '#runtime/schema/types.ts'

interface Question {
  screen: string
  field: Field
  value: unknown
  /** The id of the edited record: its stored value is no duplicate. */
  id?: string
}

/**
 * The message of the document, else of the server, if another record has the value already; null if it is free or need
 * not be unique.
 */
export async function duplicateText(
  http: Http,
  { screen, field, value, id }: Question,
): Promise<string | null> {
  const rule = field.validateRules?.find(({ unique }) => unique)
  const fieldVal = String(value ?? '')
  if (!rule || fieldVal === '') return null
  // The browser does not know the tables; the server knows each unique column by screen and field, too.
  const question = { tableName: screen, fieldName: field.key, fieldVal, ...(id ? { dataId: id } : {}) }
  const refusal = await findRefusal(http, '/sys/duplicate/check', question)
  return refusal === null ? null : (rule.message ?? refusal)
}
