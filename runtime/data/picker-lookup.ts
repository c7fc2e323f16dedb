import { isBlank, type JsonObject } from '#runtime/kernel/json.ts'
import type { PickerLookup } from '#runtime/schema/language/settings.ts'
import type { Http } from './http.ts'

/**
 * Requests data of a picked record (price, stock on hand) and returns the keys to set: those of `fill` that the
 * response contains. Without request values no request is sent. A refusal is thrown.
 */
export async function runPickerLookup(
  http: Http,
  { lookup, send = {}, fill }: PickerLookup,
  values: Readonly<JsonObject>,
): Promise<Record<string, unknown>> {
  const body = Object.fromEntries(Object.entries(send).map(([name, key]) => [name, values[key] ?? null]))
  if (Object.values(body).every(isBlank)) return {}
  const { result } = await http.send<unknown>('POST', `/system/${lookup.replaceAll('.', '/')}`, body)
  if (typeof result !== 'object' || result === null) return {}
  const answer = result as Readonly<JsonObject>
  return Object.fromEntries(fill.flatMap((key) => (key in answer ? [[key, answer[key]]] : [])))
}
