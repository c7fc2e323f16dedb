import type { Http } from './http.ts'

type Values = Readonly<Record<string, unknown>>

/** After picking: the registered lookup to ask, which keys to send under which names, and which keys its answer fills. */
export interface PickerLookup {
  lookup: string
  send?: Record<string, string>
  fill: string[]
}

const isNone = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * Asks the server for what belongs to a picked record (price, stock on hand) and answers the keys to set: those of
 * `fill` that the answer has. With nothing to send there is nothing to ask. A refusal is thrown.
 */
export async function runPickerLookup(
  http: Http,
  { lookup, send = {}, fill }: PickerLookup,
  values: Values,
): Promise<Record<string, unknown>> {
  const body = Object.fromEntries(Object.entries(send).map(([name, key]) => [name, values[key] ?? null]))
  if (Object.values(body).every(isNone)) return {}
  const { result } = await http.send<unknown>('POST', `/system/${lookup.replaceAll('.', '/')}`, body)
  if (typeof result !== 'object' || result === null) return {}
  const answer = result as Values
  return Object.fromEntries(fill.flatMap((key) => (key in answer ? [[key, answer[key]]] : [])))
}
