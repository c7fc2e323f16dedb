import type { JsonObject } from '#runtime/kernel/json.ts'
import type { DictItem, Lookup } from '#runtime/schema/field-value.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { DictionaryTexts } from '../dictionary-services.ts'
import type { Resource } from '../resource.ts'

/** Values by dictionary code. */
export type Used = Map<string, Set<string>>

const emptyItem: DictItem = { value: '', text: '' }
const buildItems = (texts: ReadonlyMap<string, string> = new Map()): DictItem[] =>
  [...texts].map(([value, text]) => ({ value, text }))

const splitParts = (value: unknown): string[] =>
  typeof value === 'string' ? [value, ...value.split(',')] : typeof value === 'number' ? [String(value)] : []

function collect(
  used: Used,
  columns: ReadonlyMap<string, Column>,
  rows: readonly Readonly<JsonObject>[],
): void {
  for (const { key, dictCode } of columns.values()) {
    if (dictCode === null) continue
    const values = used.get(dictCode) ?? new Set()
    used.set(dictCode, values)
    for (const row of rows) for (const part of splitParts(row[key])) values.add(part)
  }
}

/** The dictionary values that occur in a head and its rows. */
export function usedValues(
  resource: Resource,
  head: Readonly<JsonObject>,
  getRows: (detail: string) => readonly Readonly<JsonObject>[],
): Used {
  const used: Used = new Map()
  collect(used, resource.columns, [head])
  for (const detail of resource.details) collect(used, detail.columns, getRows(detail.key))
  return used
}

/**
 * The dictionary lookup for checks: only the values in use are read, so a dictionary of any size costs
 * one query. `storedUse` values are accepted, because a stored value stays valid after its item is removed.
 */
export async function loadLookup(
  dictionaries: DictionaryTexts,
  used: Used,
): Promise<(storedUse?: Used) => Lookup> {
  const nonEmpty = new Map([...used].filter(([, values]) => values.size > 0))
  const texts =
    nonEmpty.size > 0 ? await dictionaries.texts(nonEmpty) : new Map<string, Map<string, string>>()
  const items = new Map(
    [...nonEmpty.keys()].map((code) => [code, [emptyItem, ...buildItems(texts.get(code))]]),
  )
  return (storedUse = new Map()) => ({
    text: (code, value) =>
      texts.get(code)?.get(value) ?? (storedUse.get(code)?.has(value) ? value : undefined),
    value: (code, text) => [...(texts.get(code) ?? [])].find(([, entry]) => entry === text)?.[0],
    // Never undefined for values in use: a missing list would mean "not loaded" and accept any value.
    items: (code) => items.get(code) ?? [],
  })
}
