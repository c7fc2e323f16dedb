import { type ListRow, loadList } from '#runtime/data/list-source.ts'
import { runPickerLookup } from '#runtime/data/picker-lookup.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import { destinationValues } from '#runtime/record/paste/destination-values.ts'
import type { TextLookup } from '#runtime/record/paste/paste.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import type { RecordSource } from '../../contract/contract.ts'
import { loadPlan } from '../kit/picker/load.ts'
import { type Conditions, readPickLimit } from '../kit/picker/pick-limit.ts'
import type { PickerPlan } from '../kit/picker/plan.ts'
import { searchKeys } from '../kit/picker/suggest/suggest.ts'
import { mapInBatches } from './in-batches.ts'
import type { RecordFamily } from './settings.ts'

/** Names per request. */
const NAMES_PER_REQUEST = 50

const batches = (texts: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(texts.length / NAMES_PER_REQUEST) }, (_, at) =>
    texts.slice(at * NAMES_PER_REQUEST, (at + 1) * NAMES_PER_REQUEST),
  )

/** The records of the picker within a limit whose `key` is one of the texts. */
async function load(
  source: RecordSource,
  plan: PickerPlan,
  limited: Conditions,
  key: string,
  texts: string[],
): Promise<ListRow[]> {
  const conditions = { [`${key}_MultiString`]: texts.join(','), ...limited }
  const fields = [...new Set([...plan.columns.map((column) => column.key), key])]
  const query = { pageNo: 1, pageSize: 200, ...plan.sort, fields, conditions }
  return (await loadList(source.http, plan.url, query)).records
}

/** Finds the records of texts like the picker: the record with that name, its destinations, and the values of its lookup. */
export async function findRecordsByText(
  texts: readonly string[],
  field: FieldOf<RecordFamily['popup']>,
  source: RecordSource,
  readHead: (key: string) => unknown,
): Promise<TextLookup> {
  const origin = field.orgFields[field.destFields.indexOf(field.key)]
  if (origin === undefined) return new Map()
  const plan = await loadPlan(source, field.popupCode)
  const { conditions } = readPickLimit(field.pickWhere, readHead, null)
  // Names are sent joined by commas, so a name with a comma cannot be requested.
  const names = texts.filter((text) => !text.includes(','))
  const byName = new Map<string, ListRow[]>()
  // A text that is no name may be a code or a bar code.
  for (const key of new Set([origin, ...searchKeys(plan, source.types).map((search) => search.key)])) {
    const missing = names.filter((name) => !byName.has(name))
    const rows = await mapInBatches(batches(missing), (batch) => load(source, plan, conditions, key, batch))
    for (const row of rows.flat()) {
      const name = String(row[key] ?? '').trim()
      byName.set(name, [...(byName.get(name) ?? []), row])
    }
  }
  const found = await mapInBatches(texts, async (text): Promise<[string, Parsed<JsonObject>]> => {
    const [first, ...others] = byName.get(text) ?? []
    if (!first && field.allowInput) return [text, parsed({ [field.key]: text })]
    if (!first) return [text, refused(`没有找到「${text}」，请打开选择框选取`)]
    if (others.length > 0)
      return [text, refused(`叫「${text}」的有 ${others.length + 1} 条，请打开选择框选取`)]
    const values = destinationValues(first, field)
    const fill = field.onPick ? await runPickerLookup(source.http, field.onPick, values) : {}
    return [text, parsed({ ...values, ...fill })]
  })
  return new Map(found)
}

/**
 * Reads the picked records of rows once more. Returns for each row what its record sets now, lookups included; null for a
 * row without a record that the user may read.
 */
export async function takeAgain(
  rows: readonly Values[],
  field: FieldOf<RecordFamily['popup']>,
  source: RecordSource,
): Promise<(JsonObject | null)[]> {
  const idKey = field.destFields[field.orgFields.indexOf('id')] ?? ''
  const ids = [...new Set(rows.map((row) => String(row[idKey] ?? '')))].filter((id) => id !== '')
  const plan = await loadPlan(source, field.popupCode)
  const found = await mapInBatches(batches(ids), (batch) => load(source, plan, {}, 'id', batch))
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return mapInBatches(rows, async (row) => {
    const record = byId.get(String(row[idKey] ?? ''))
    if (!record) return null
    const values = destinationValues(record, field)
    return { ...values, ...(field.onPick && (await runPickerLookup(source.http, field.onPick, values))) }
  })
}
