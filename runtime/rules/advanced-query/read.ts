import { isJsonObject } from '#runtime/kernel/json.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionItem,
  conditionRules,
  isGroup,
  isPresence,
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_IN_LIST,
  type MatchType,
} from './model.ts'

/** Maximum characters of the name of a field, and of each value. */
const MAX_TEXT = 2000

/** Reads a query of unknown origin (a link, a stored value). Null when it is invalid, too deep or too large. */
export function readQuery(matchType: unknown, params: unknown): ConditionGroup | null {
  const group = readGroup({ matchType, params }, 1)
  return group && countConditions(group) <= MAX_CONDITIONS ? group : null
}

const readMatchType = (raw: unknown): MatchType | null => {
  if (raw === undefined || raw === null || raw === '') return 'and'
  return raw === 'and' || raw === 'or' ? raw : null
}

function readGroup(raw: Readonly<Record<string, unknown>>, depth: number): ConditionGroup | null {
  const matchType = readMatchType(raw.matchType)
  const { params, detail } = raw
  if (!matchType || !Array.isArray(params) || depth > MAX_DEPTH || params.length > MAX_CONDITIONS) return null
  if (detail !== undefined && typeof detail !== 'string') return null
  const items: ConditionItem[] = []
  for (const item of params) {
    if (!isJsonObject(item)) return null
    const read = 'params' in item ? readGroup(item, depth + 1) : readCondition(item)
    if (!read) return null
    items.push(read)
  }
  return { matchType, params: items, ...(detail === undefined ? {} : { detail }) }
}

function readCondition({ field, rule, val, type }: Readonly<Record<string, unknown>>): Condition | null {
  const word = conditionRules.find((candidate) => candidate === rule)
  const text = joinOperands(val)
  if (typeof field !== 'string' || field.length > MAX_TEXT || !word || text === null) return null
  const operands = word === 'in' ? text.split(',') : [text]
  if (operands.length > MAX_IN_LIST || operands.some(({ length }) => length > MAX_TEXT)) return null
  return { field, rule: word, val: text, ...(typeof type === 'string' ? { type: type.slice(0, 50) } : {}) }
}

function joinOperands(val: unknown): string | null {
  if (val === undefined || val === null) return ''
  if (Array.isArray(val)) {
    const texts = val.map(joinOperands)
    return texts.includes(null) ? null : texts.join(',')
  }
  return typeof val === 'string' || typeof val === 'number' || typeof val === 'boolean' ? String(val) : null
}

/** The conditions of a query, those of its groups included. */
export const listConditions = (group: ConditionGroup): Condition[] =>
  group.params.flatMap((item) => (isGroup(item) ? listConditions(item) : [item]))

export const countConditions = (group: ConditionGroup): number => listConditions(group).length

/** The fields that a query names, each as a path: `famount`, or `items.famount` of a detail table. */
export const listFieldKeys = ({ params, detail }: ConditionGroup): string[] =>
  params.flatMap((item) => {
    const fields = isGroup(item) ? listFieldKeys(item) : [item.field]
    return detail === undefined ? fields : fields.map((field) => `${detail}.${field}`)
  })

/** Whether a condition lacks its field or its value: it cannot be run or saved. */
export const isEmptyCondition = ({ field, rule, val }: Condition): boolean =>
  field === '' || (!isPresence(rule) && val.replace(',', '').trim() === '')

/** Whether a query has no condition, or an empty one. */
export const isIncomplete = (group: ConditionGroup): boolean => {
  const conditions = listConditions(group)
  return conditions.length === 0 || conditions.some(isEmptyCondition)
}

/** Without empty groups; a group of one item, and one that is joined like its parent, is replaced by its items. */
export function normalizeQuery(group: ConditionGroup): ConditionGroup {
  const params = group.params.flatMap((item): readonly ConditionItem[] => {
    if (!isGroup(item)) return [item]
    const inner = normalizeQuery(item)
    if (inner.params.length === 0) return []
    const isRedundant = inner.params.length === 1 || inner.matchType === group.matchType
    return inner.detail === undefined && isRedundant ? inner.params : [inner]
  })
  const [only] = params
  return params.length === 1 &&
    only &&
    isGroup(only) &&
    only.detail === undefined &&
    group.detail === undefined
    ? only
    : { ...group, params }
}

export interface QueryParams {
  superQueryParams: string
  superQueryMatchType: MatchType
}

/** The parameters of a list request. */
export const toQueryParams = ({ matchType, params }: ConditionGroup): QueryParams => ({
  superQueryParams: JSON.stringify(params),
  superQueryMatchType: matchType,
})

/** The query in the parameters of a list request; null without a valid one. */
export function fromQueryParams(params: Readonly<Record<string, string>>): ConditionGroup | null {
  const text = params.superQueryParams
  if (!text) return null
  try {
    return readQuery(params.superQueryMatchType, JSON.parse(text))
  } catch {
    return null
  }
}

/** The parameters of a request that meets the conditions of both: their advanced queries are joined by `and`. */
export function joinParams(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
): Record<string, string> {
  const queries = [fromQueryParams(first), fromQueryParams(second)].filter((query) => query !== null)
  const joined =
    queries.length > 1 ? toQueryParams(normalizeQuery({ matchType: 'and', params: queries })) : {}
  return { ...first, ...second, ...joined }
}
