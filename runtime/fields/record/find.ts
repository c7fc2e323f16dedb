import { loadList, type Row } from '#runtime/data/list-source.ts'
import { runOnPick } from '#runtime/data/on-pick.ts'
import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import type { Found } from '#runtime/record/paste.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import type { RecordSource } from '../contract.ts'
import { loadPlan } from '../kit/picker/load.ts'
import type { PickerPlan } from '../kit/picker/plan.ts'
import { mapPicked } from './picked.ts'
import type { PopupSettings } from './values.ts'

type Values = Record<string, unknown>

/** So many names go into one question, and so many questions stand open at once. */
const namesAtOnce = 50
const questionsAtOnce = 4

const batches = (texts: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(texts.length / namesAtOnce) }, (_, at) =>
    texts.slice(at * namesAtOnce, (at + 1) * namesAtOnce),
  )

async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += questionsAtOnce)
    results.push(...(await Promise.all(items.slice(at, at + questionsAtOnce).map(run))))
  return results
}

/** The picker's records whose `key` is one of the texts. */
async function load(source: RecordSource, plan: PickerPlan, key: string, texts: string[]): Promise<Row[]> {
  const conditions = { [`${key}_MultiString`]: texts.join(',') }
  const fields = [...new Set([...plan.columns.map((column) => column.key), key])]
  const query = { pageNo: 1, pageSize: 200, ...plan.sort, fields, conditions }
  return (await loadList(source.http, plan.url, query)).records
}

/** Looks texts up as picking them would: the record of that name, its destinations, and what the lookup says of it. */
export async function findPopup(
  texts: readonly string[],
  field: FieldOf<PopupSettings>,
  source: RecordSource,
): Promise<Found> {
  const origin = field.orgFields[field.destFields.indexOf(field.key)]
  if (origin === undefined) return new Map()
  const plan = await loadPlan(source, field.popupCode)
  // A list of names is joined by commas, so a name that has one cannot be asked for.
  const names = texts.filter((text) => !text.includes(','))
  const rows = (await inTurn(batches(names), (some) => load(source, plan, origin, some))).flat()
  const byName = new Map<string, Row[]>()
  for (const row of rows) {
    const name = String(row[origin] ?? '').trim()
    byName.set(name, [...(byName.get(name) ?? []), row])
  }
  const found = await inTurn(texts, async (text): Promise<[string, Parsed<Values>]> => {
    const [first, ...others] = byName.get(text) ?? []
    if (!first && field.allowInput) return [text, parsed({ [field.key]: text })]
    if (!first) return [text, refused(`没有找到“${text}”，请打开选择框选取`)]
    if (others.length > 0) return [text, refused(`叫“${text}”的有 ${others.length + 1} 条，请打开选择框选取`)]
    const values = mapPicked(first, field)
    const fill = field.onPick ? await runOnPick(source.http, field.onPick, values) : {}
    return [text, parsed({ ...values, ...fill })]
  })
  return new Map(found)
}
