import { useQuery } from '@tanstack/react-query'
import { dictStale, dictWhereKey, loadDict } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import { allowedOptions } from '#runtime/record/checks/conditions.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { readBoundName } from '#runtime/schema/names/bound-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useHeadValues } from '../../../contract/model-context.tsx'
import { type ChoiceField, choiceItems } from './choice.ts'

type Where = Readonly<Record<string, unknown>>

/** The values to compare with; null while a value from the record is missing. */
export function resolveDictWhere(conditions: Where, head: Values, row: Values): Where | null {
  const bound: Record<string, unknown> = {}
  for (const [key, condition] of Object.entries(conditions)) {
    const named = readBoundName(condition)
    const value = named ? (named.place === 'form' ? head : row)[named.name] : condition
    if (value === null || value === undefined || value === '') return null
    bound[key] = value
  }
  return bound
}

/** A dictionary filtered by values and cached by them; not requested while a value is missing. */
export const filteredDictQuery = (http: Http, dictCode: string, where: Where | null) => ({
  queryKey: dictWhereKey(dictCode, where ?? {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => loadDict(http, dictCode, signal, where ?? {}),
  enabled: where !== null,
  staleTime: dictStale,
  retry: false,
})

/** A name refers to the value of the row, else of the head. */
const buildScope =
  (head: Values, row: Values) =>
  ([first = '', second = '']: readonly string[]): unknown => {
    if (first === 'form') return head[second] ?? null
    return (first === 'row' ? row[second] : (row[first] ?? head[first])) ?? null
  }

/**
 * The items that can be selected now. A dictionary that depends on the record is requested whenever those values
 * change, and cached by them. Without a record (in a query bar) it is not filtered.
 */
export function useChoiceItems(field: ChoiceField, values: Values | null): readonly DictItem[] {
  const { http, lookup } = useServices()
  const head = useHeadValues(values ?? {})
  const { dictCode = '', dictWhere } = field
  const where = dictWhere && (values === null ? {} : resolveDictWhere(dictWhere, head, values))
  const isFiltered = dictWhere !== undefined && dictCode !== '' && !field.options
  const answer = useQuery(filteredDictQuery(http, dictCode, (isFiltered && where) || null))
  const items = !isFiltered ? choiceItems(field, lookup) : where === null ? [] : (answer.data ?? [])
  const allowed = values && allowedOptions(field as Field, buildScope(head, values))
  return allowed ? items.filter((item) => allowed.has(item.value)) : items
}

/** The items, plus the value of the record with the text from the server if it is not among them. */
export function withServerText(
  items: readonly DictItem[],
  field: ChoiceField & { key: string },
  value: unknown,
  values: Values,
): readonly DictItem[] {
  const text = field.dictWhere && value !== null ? serverText(values, field.key) : undefined
  if (text === undefined || items.some((item) => item.value === String(value))) return items
  return [...items, { value: String(value), text }]
}
