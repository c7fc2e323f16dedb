import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { KnownNames } from '../../names/known-names.ts'
import { part } from '../context.ts'

/** The values of options or of items of a dictionary, with their texts; undefined where there is no such list. */
export function listChoices(list: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(list)) return undefined
  return new Map(
    listObjectEntries(list).map(([, { value, text, label, title }]): [string, string] => [
      String(value),
      asText(text ?? label ?? title) ?? String(value),
    ]),
  )
}

/** The values of a field with their texts, where the documents list them: its options, or the items of its dictionary. */
export const findChoices = (
  field: JsonObject,
  { dicts }: KnownNames,
): ReadonlyMap<string, string> | undefined =>
  field.options === undefined ? dicts.get(asText(field.dictCode) ?? '')?.choices : listChoices(field.options)

/** The states of the flow of which the field is the state, where it has no dictionary of them. */
export function listStates(document: JsonObject, field: JsonObject): ReadonlySet<string> | undefined {
  const flow = part(document, 'flow')
  if (field.dictCode !== undefined || flow.field !== field.key) return undefined
  return new Set([flow.initial, ...listObjectEntries(flow.moves).map(([, move]) => move.to)].map(String))
}
