import { sql } from 'kysely'
import { formatDate } from '#runtime/kernel/time.ts'
import {
  type ConditionRule,
  conditionRules,
  isPresence,
  MAX_CONDITIONS,
  MAX_DEPTH,
  type MatchType,
  type PresenceRule,
} from '#runtime/rules/advanced-query/model.ts'
import type { Column } from '../../documents/plan/column.ts'
import { currentTime } from '../../platform/store/clock.ts'
import { badParameter } from '../refuse.ts'
import { and, type Conditioned, conditioned, type Sql } from './condition.ts'
import {
  findRelativeDate,
  isComparable,
  listRules,
  presenceCondition,
  relativeCondition,
} from './condition-value.ts'
import { type FilterValue, splitList } from './grammar.ts'
import { isSeveral } from './read-value.ts'
import { refuseSuperQuery as refuse } from './super-query-refusals.ts'

/** A detail table whose rows a query may test: `columns` are those that the user may see, with refs of the alias `d`. */
export interface QueriedDetail {
  table: string
  /** The column with the value of the head's `ref`. */
  fk: string
  ref: Sql
  columns: ReadonlyMap<string, Column>
}

/** The columns and detail tables that an advanced query may name. */
export interface QueryScope {
  columns: ReadonlyMap<string, Column>
  details?: ReadonlyMap<string, QueriedDetail>
}

/** The state of one query while it is read: its size so far, and the day that relative dates start from. */
interface Reading {
  count: number
  today: string
}

interface Place {
  scope: QueryScope
  path: readonly (string | number)[]
  depth: number
  /** One of the enclosing groups is joined by `or`. */
  isUnderOr: boolean
}

/** The rules that compare with one value or with one of several. */
type ComparingRule = Exclude<ConditionRule, 'between' | PresenceRule>

const rules = new Map<string, ConditionRule>([
  ...conditionRules.map((word): [string, ConditionRule] => [word, word]),
  ['>', 'gt'],
  ['>=', 'ge'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['=', 'eq'],
  ['!=', 'ne'],
])

/**
 * The advanced query (docs/http.md, "Advanced query"): one bracket of conditions, joined by the match type. An item may also be a
 * group `{matchType, params, detail?}`. `today` is YYYY-MM-DD.
 */
export function superQuery(
  text: string | undefined,
  match: string | undefined,
  scope: QueryScope,
  today = formatDate(currentTime()),
): Conditioned | null {
  const joined = readMatch(match)
  if (!joined) throw badParameter('superQueryMatchType')
  if (text === undefined || text.trim() === '') return null
  const items = parse(text.trim())
  return readItems(
    items,
    joined,
    { scope, path: [], depth: 1, isUnderOr: joined === 'or' },
    { count: 0, today },
  )
}

/** Clients encode the JSON once more than the address requires. */
function parse(text: string): unknown[] {
  try {
    const items: unknown = JSON.parse(text.startsWith('[') ? text : decodeURIComponent(text))
    if (Array.isArray(items)) return items
  } catch {
    // The refusal below handles invalid JSON and JSON that is no list alike.
  }
  throw refuse('SUPER_QUERY_JSON')
}

function readMatch(match: unknown): MatchType | null {
  const word = typeof match === 'string' ? match.trim().toLowerCase() : match
  if (word === undefined || word === null || word === '') return 'and'
  return word === 'and' || word === 'or' ? word : null
}

function readItems(
  items: readonly unknown[],
  joined: MatchType,
  place: Place,
  reading: Reading,
): Conditioned | null {
  if (place.depth > MAX_DEPTH) throw refuse('SUPER_QUERY_DEPTH', place.path, { max: MAX_DEPTH })
  const conditions = items.flatMap((item, at) =>
    readItem(item, { ...place, path: [...place.path, at] }, reading),
  )
  if (conditions.length === 0) return null
  const hinted = conditions.filter(({ hints }) => hints?.length)
  const isOr = joined === 'or'
  const all = (parts: readonly Sql[]) => sql`(${sql.join(parts, isOr ? sql` or ` : sql` and `)})`
  const hints = hinted.flatMap((part) => part.hints ?? [])
  // A condition without a hint may match any row.
  const either = hinted.length === conditions.length ? [all(hinted.map((part) => and(part.hints ?? [])))] : []
  return {
    condition: all(conditions.map(({ condition }) => condition)),
    hints: isOr ? either : hints,
    readsOthers: conditions.some(({ readsOthers }) => readsOthers),
  }
}

function readItem(item: unknown, place: Place, reading: Reading): Conditioned[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw refuse('SUPER_QUERY_ITEM', place.path)
  if ('params' in item) return readGroup(item, place, reading)
  reading.count += 1
  if (reading.count > MAX_CONDITIONS) throw refuse('SUPER_QUERY_SIZE', [], { max: MAX_CONDITIONS })
  return readCondition(item as Record<string, unknown>, place, reading)
}

function readGroup(
  item: { params: unknown; matchType?: unknown; detail?: unknown },
  place: Place,
  reading: Reading,
): Conditioned[] {
  const joined = readMatch(item.matchType)
  if (!Array.isArray(item.params)) throw refuse('SUPER_QUERY_ITEM', place.path)
  if (!joined) throw refuse('SUPER_QUERY_MATCH', [...place.path, 'matchType'])
  const inner = {
    ...place,
    path: [...place.path, 'params'],
    depth: place.depth + 1,
    isUnderOr: place.isUnderOr || joined === 'or',
  }
  if (item.detail === undefined) {
    const read = readItems(item.params, joined, inner, reading)
    return read ? [read] : []
  }
  const detail = typeof item.detail === 'string' ? place.scope.details?.get(item.detail) : undefined
  if (!detail) throw refuse('SUPER_QUERY_FIELD', [...place.path, 'detail'], { field: item.detail })
  const rows = readItems(item.params, joined, { ...inner, scope: { columns: detail.columns } }, reading)
  return rows ? [existing(detail, rows.condition)] : []
}

/** The head has a row of the detail table that meets the condition. */
const existing = ({ table, fk, ref }: QueriedDetail, condition: Sql): Conditioned => ({
  condition: sql`exists (select 1 from ${sql.id(table)} as d where ${sql.ref(`d.${fk}`)} = ${ref} and ${condition})`,
  readsOthers: true,
})

/** The column of a field; `items.famount` is a column of a detail table. */
function columnAt(
  field: unknown,
  { columns, details }: QueryScope,
): { column?: Column; detail?: QueriedDetail } {
  if (typeof field !== 'string') return {}
  const column = columns.get(field)
  if (column) return { column }
  const [key = '', inner = '', ...rest] = field.split('.')
  const detail = rest.length === 0 ? details?.get(key) : undefined
  return detail ? { column: detail.columns.get(inner), detail } : {}
}

function readCondition(
  item: Readonly<Record<string, unknown>>,
  { scope, path, isUnderOr }: Place,
  { today }: Reading,
): Conditioned[] {
  const { field, rule, val } = item
  if (isBlank(field) || isBlank(rule)) return []
  const word = typeof rule === 'string' ? rules.get(rule.trim().toLowerCase()) : undefined
  if (isBlank(val) && !(word && isPresence(word))) return []
  const { column, detail } = columnAt(field, scope)
  if (!column) throw refuse('SUPER_QUERY_FIELD', [...path, 'field'], { field })
  if (!word || !listRules(column).includes(word))
    throw refuse('SUPER_QUERY_RULE', [...path, 'rule'], { field, rule })
  const date = findRelativeDate(column, word, val)
  const refusal = () => refuse('SUPER_QUERY_VALUE', [...path, 'val'], { field, rule })
  const read: Conditioned = isPresence(word)
    ? { condition: presenceCondition(column, word) }
    : date
      ? { condition: relativeCondition(column, word, date, today) }
      : word === 'between'
        ? between(column, val, refusal)
        : compared(column, word, val, refusal)
  if (detail) return [existing(detail, read.condition)]
  // An equal value or a beginning is found by the index of its own column; one of several values is not.
  const isFound = word === 'right_like' || (!isSeveral(column) && (word === 'eq' || word === 'in'))
  const hasHints = read.hints && read.hints.length > 0
  return [!hasHints && isUnderOr && isFound ? { ...read, hints: [read.condition] } : read]
}

/** Both ends belong to the range; one of them may be open. */
function between(column: Column, val: unknown, refusal: () => Error): Conditioned {
  const ends = Array.isArray(val) ? val.map(scalar) : scalar(val)?.split(',')
  if (ends?.length !== 2 || ends.includes(null)) throw refusal()
  const conditions = (['ge', 'le'] as const).flatMap((op, at) => {
    const text = ends[at]?.trim() ?? ''
    return text === '' ? [] : [compared(column, op, text, refusal).condition]
  })
  if (conditions.length === 0) throw refusal()
  return { condition: sql`(${sql.join(conditions, sql` and `)})` }
}

function compared(column: Column, rule: ComparingRule, val: unknown, refusal: () => Error): Conditioned {
  const filter = readFilter(rule, val)
  if (!filter || !isComparable(column, filter)) throw refusal()
  return conditioned(column, filter, 'superQueryParams')
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Null when the value is no scalar, and no list for `in`. */
function readFilter(op: ComparingRule, val: unknown): FilterValue | null {
  const texts = Array.isArray(val) ? val.map(scalar) : null
  if (texts?.includes(null)) return null
  const text = scalar(val)
  if (op === 'in') {
    if (texts) return { op, texts: texts as string[] }
    return text === null ? null : { op, texts: splitList(text) }
  }
  return text === null ? null : { op, text }
}

function scalar(val: unknown): string | null {
  if (typeof val === 'string') return val
  return typeof val === 'number' || typeof val === 'boolean' ? String(val) : null
}
