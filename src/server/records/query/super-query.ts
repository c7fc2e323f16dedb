import { sql } from 'kysely'
import type { QueryRule } from '#runtime/schema/field-value.ts'
import type { Column } from '../../documents/column.ts'
import { badParameter } from '../refuse.ts'
import { type Conditioned, conditioned, type Sql } from './condition.ts'
import { type FilterValue, splitList } from './grammar.ts'

type Rule = Exclude<QueryRule, 'range'>

const rules = new Map<string, Rule>([
  ...(['gt', 'ge', 'lt', 'le', 'eq', 'ne', 'in', 'like', 'left_like', 'right_like'] as const).map(
    (word): [string, Rule] => [word, word],
  ),
  ['>', 'gt'],
  ['>=', 'ge'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['=', 'eq'],
  ['!=', 'ne'],
])

const name = 'superQueryParams'
const MAX_CONDITIONS = 20

/** The advanced query (contract section 2.5): one bracket of conditions, joined by the match type. */
export function superQuery(
  text: string | undefined,
  match: string | undefined,
  columns: ReadonlyMap<string, Column>,
): Conditioned | null {
  const joined = (match ?? '').trim().toLowerCase()
  if (!['', 'and', 'or'].includes(joined)) throw badParameter('superQueryMatchType')
  if (text === undefined || text.trim() === '') return null
  const items = parse(text.trim())
  if (items.length > MAX_CONDITIONS) throw badParameter(name)
  const conditions = items.flatMap((item) => readItem(item, columns, joined))
  if (conditions.length === 0) return null
  const hints = conditions.flatMap(({ hint }) => hint ?? [])
  const isOr = joined === 'or'
  const all = (parts: readonly Sql[]) => sql`(${sql.join(parts, isOr ? sql` or ` : sql` and `)})`
  // A condition without a hint may match any row.
  const hasHint = hints.length > 0 && (!isOr || conditions.every(({ hint }) => hint))
  return {
    condition: all(conditions.map(({ condition }) => condition)),
    hint: hasHint ? all(hints) : null,
    readsOthers: conditions.some(({ readsOthers }) => readsOthers),
  }
}

/** Clients encode the JSON once more than the address requires. */
function parse(text: string): unknown[] {
  try {
    const items: unknown = JSON.parse(text.startsWith('[') ? text : decodeURIComponent(text))
    if (Array.isArray(items)) return items
  } catch {
    // The refusal below handles invalid JSON and JSON that is no list alike.
  }
  throw badParameter(name)
}

function readItem(item: unknown, columns: ReadonlyMap<string, Column>, joined: string): Conditioned[] {
  if (typeof item !== 'object' || item === null) throw badParameter(name)
  const { field, rule, val } = item as Record<string, unknown>
  if (isBlank(field) || isBlank(rule) || isBlank(val)) return []
  const column = typeof field === 'string' ? columns.get(field) : undefined
  const word = typeof rule === 'string' ? rules.get(rule.trim().toLowerCase()) : undefined
  if (!column || !word) throw badParameter(name)
  const filter = filterOf(word, val)
  const read = conditioned(column, filter, name)
  // An equal value or a beginning is found by the index of its own column.
  const isFound = word === 'eq' || word === 'in' || word === 'right_like'
  return [{ ...read, hint: read.hint ?? (joined === 'or' && isFound ? read.condition : null) }]
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function filterOf(op: Rule, val: unknown): FilterValue {
  const texts = Array.isArray(val) ? val.map(scalar) : null
  if (op === 'in') return { op, texts: texts ?? splitList(scalar(val)) }
  return { op, text: scalar(val) }
}

function scalar(val: unknown): string {
  if (typeof val === 'string') return val
  if (typeof val === 'number' || typeof val === 'boolean') return String(val)
  throw badParameter(name)
}
