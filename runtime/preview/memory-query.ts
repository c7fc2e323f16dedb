import type { ListRow } from '../data/list-source.ts'
import { isJsonObject } from '../kernel/json.ts'
import { isRelativeDate, relativeDays } from '../kernel/relative-dates.ts'
import { formatDate } from '../kernel/time.ts'
import { type Condition, type ConditionGroup, isGroup, isPresence } from '../rules/advanced-query/model.ts'
import { fromQueryParams } from '../rules/advanced-query/read.ts'

type Row = Readonly<Record<string, unknown>>

const order = (a: string, b: string): number =>
  a !== '' && b !== '' && !Number.isNaN(Number(a) - Number(b))
    ? Number(a) - Number(b)
    : a < b
      ? -1
      : a > b
        ? 1
        : 0

/** Whether a value meets a condition; an empty value meets none, as in SQL. */
function meetsCondition(value: unknown, { rule, val }: Condition): boolean {
  const text = String(value ?? '')
  if (isPresence(rule)) return (text === '') === (rule === 'empty')
  if (text === '') return false
  if (isRelativeDate(val)) {
    const { from, next } = relativeDays(val, formatDate(new Date()))
    const isWithin = text >= from && text < next
    if (rule === 'eq' || rule === 'ne') return isWithin === (rule === 'eq')
    if (rule === 'gt' || rule === 'ge') return text >= (rule === 'gt' ? next : from)
    return text < (rule === 'lt' ? from : next)
  }
  if (rule === 'like') return text.includes(val)
  if (rule === 'right_like') return text.startsWith(val)
  if (rule === 'left_like') return text.endsWith(val)
  if (rule === 'between') {
    const [from = '', to = ''] = val.split(',')
    return (from === '' || order(text, from) >= 0) && (to === '' || order(text, to) <= 0)
  }
  if (rule === 'in') return val.split(',').includes(text)
  const difference = order(text, val)
  const answers = { eq: difference === 0, ne: difference !== 0, gt: difference > 0, lt: difference < 0 }
  if (rule === 'ge') return difference >= 0
  return rule === 'le' ? difference <= 0 : answers[rule]
}

const getRows = (row: Row, key: string): Row[] => {
  const rows = row[key]
  return Array.isArray(rows) ? rows.filter(isJsonObject) : []
}

function meetsGroup(row: Row, { matchType, params }: ConditionGroup): boolean {
  const answers = params.map((item) => {
    if (isGroup(item))
      return item.detail === undefined
        ? meetsGroup(row, item)
        : getRows(row, item.detail).some((inner) => meetsGroup(inner, item))
    const [key = '', inner] = item.field.split('.')
    return inner === undefined
      ? meetsCondition(row[key], item)
      : getRows(row, key).some((entry) => meetsCondition(entry[inner], item))
  })
  return matchType === 'and' ? answers.every(Boolean) : answers.some(Boolean)
}

/** The filter for the rows of a sample by the advanced query of a list request. */
export function queryFilter(params: Readonly<Record<string, unknown>>): (row: ListRow) => boolean {
  const texts = Object.entries(params).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const query = fromQueryParams(Object.fromEntries(texts))
  return (row) => query === null || query.params.length === 0 || meetsGroup(row, query)
}
