import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRecordSource } from '#runtime/contract/field-types.ts'
import { type ListRow, loadList } from '#runtime/data/list-source.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { queryRule } from '#runtime/schema/derive.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { CellStep, FieldTypes, RecordSource } from '../../../../contract/contract.ts'
import { planQuery } from '../load.ts'
import type { Conditions } from '../pick-limit.ts'
import { limitedPlan, type PickerPlan, type ReturnedKeys } from '../plan.ts'

/** A record that matches the typed text. */
export interface Suggestion {
  key: string
  /** The texts of its first columns. */
  texts: readonly string[]
  /** One of its searched values equals the typed text. */
  isExact: boolean
  /** Writes the record into the field; in a detail cell as part of the step, or as a step of its own. */
  take(step?: CellStep): void
}

/** Finds records by a typed text; an empty text finds the first ones. */
export type Suggest = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

const MAX_SUGGESTIONS = 8
const MAX_COLUMNS = 4
const MAX_WORDS = 6

type SearchRule = 'like' | 'right_like' | 'eq'

/** The text fields by which the picker is queried, each with the rule that its index answers. */
export function searchKeys(plan: PickerPlan, types: FieldTypes): { key: string; rule: SearchRule }[] {
  return plan.query.flatMap(({ field, type }) => {
    const stored = type.column?.(field)?.type
    if ((stored !== 'varchar' && stored !== 'text') || field.dictCode || field.options) return []
    const rule = queryRule(field, types)
    return [{ key: field.key, rule: rule === 'eq' || rule === 'right_like' ? rule : 'like' }]
  })
}

/** Codes that are compared as a whole or by their beginning may differ in case. */
const spellings = (rule: SearchRule, text: string): string[] =>
  rule === 'like' ? [text] : [...new Set([text, text.toLowerCase(), text.toUpperCase()])]

/** Conditions of a list: each word of the text occurs in one of the fields. */
export function textConditions(keys: ReturnType<typeof searchKeys>, text: string): Record<string, string> {
  const [first, ...others] = keys
  if (!first || text.trim() === '') return {}
  if (others.length === 0) return { [first.key]: `*${text}*` }
  const words = text.trim().split(/\s+/).slice(0, MAX_WORDS)
  const groups = words.map((word) =>
    keys.flatMap(({ key, rule }) => spellings(rule, word).map((val) => ({ field: key, rule, val }))),
  )
  const [only = [], ...more] = groups
  return more.length === 0
    ? { superQueryParams: JSON.stringify(only), superQueryMatchType: 'or' }
    : { superQueryParams: JSON.stringify(groups.map((params) => ({ matchType: 'or', params }))) }
}

interface Match extends Pick<Suggestion, 'texts' | 'isExact'> {
  row: ListRow
  /** The typed text is a code of the record: a value that is searched whole or by its beginning. */
  isCode: boolean
}

async function loadMatches(
  { http, types }: RecordSource,
  lookup: Lookup,
  plan: PickerPlan,
  limited: Conditions,
  text: string,
  signal: AbortSignal,
): Promise<Match[]> {
  const keys = searchKeys(plan, types)
  const columns = plan.columns.slice(0, MAX_COLUMNS)
  const fields = [...new Set([...plan.columns, ...keys].map(({ key }) => key))]
  const query = { pageNo: 1, pageSize: MAX_SUGGESTIONS, ...plan.sort, fields }
  const conditions = { ...textConditions(keys, text), ...limited }
  const { records } = await loadList(http, plan.url, { ...query, conditions }, signal)
  const typed = text.toLowerCase()
  const equalsTyped = (row: ListRow) => (search: { key: string }) =>
    String(row[search.key] ?? '').toLowerCase() === typed
  return records.map((row) => ({
    row,
    texts: columns.map((column) => printValue(column, row, lookup)).filter((word) => word !== ''),
    isExact: keys.some(equalsTyped(row)),
    isCode: keys.filter(({ rule }) => rule !== 'like').some(equalsTyped(row)),
  }))
}

const findRecords = async (
  client: QueryClient,
  source: RecordSource,
  lookup: Lookup,
  code: string,
  limited: Conditions,
  ...[text, signal]: Parameters<Suggest>
) => {
  const plan = limitedPlan(await client.ensureQueryData(planQuery(source, code)), limited)
  return { plan, matches: await loadMatches(source, lookup, plan, limited, text, signal) }
}

/** Suggests records of a picker within a limit: by the query fields of its document, in one request. */
export function useRecordSuggest(
  code: string,
  take: (row: ListRow, returns: ReturnedKeys, step: CellStep | undefined, isCode: boolean) => void,
  limit: () => Conditions = () => ({}),
): Suggest {
  const source = useRecordSource()
  const { lookup } = useServices()
  const client = useQueryClient()
  return async (text, signal) => {
    const { plan, matches } = await findRecords(client, source, lookup, code, limit(), text, signal)
    return matches.map(({ row, isCode, ...match }) => ({
      ...match,
      key: row.id,
      take: (step) => take(row, plan.returns, step, isCode),
    }))
  }
}
