import { isRelativeDate, type RelativeDate, relativeDates } from '#runtime/kernel/relative-dates.ts'
import { isDate } from '#runtime/kernel/time.ts'
import type { Condition, ConditionRule } from '#runtime/rules/advanced-query/model.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import { parameterType } from './choices.ts'

/** A column as a statement compares it. */
export interface ComparedColumn {
  /** Its name in the statement, such as `t.fdate`; of a total its expression, such as `sum(t.fnum)`. */
  ref: string
  /** The type in which the database has its values. */
  storage: SqlColumn['type']
  isNumber: boolean
}

const operators: Partial<Record<ConditionRule, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
}
const findRule = (operator: string | undefined): ConditionRule =>
  (Object.entries(operators).find(([, word]) => word === operator)?.[0] ?? 'eq') as ConditionRule

/** The rules of texts, by what stands before and behind the value in a pattern. */
const patterns: Partial<Record<ConditionRule, readonly [before: '' | '%', behind: '' | '%']>> = {
  like: ['%', '%'],
  right_like: ['', '%'],
  left_like: ['%', ''],
}
const findPattern = (before: boolean, behind: boolean): ConditionRule | undefined =>
  Object.entries(patterns).find(([, [b, e]]) => (b !== '') === before && (e !== '') === behind)?.[0] as
    | ConditionRule
    | undefined

/** Whether a rule compares values in this storage with those of a parameter: one of several values is a list of texts. */
export const canBeParameter = (rule: ConditionRule, storage: SqlColumn['type']): boolean =>
  rule in operators || rule in patterns || rule === 'between' || (rule === 'in' && isTextStorage(storage))

const quoted = (text: string): string => `'${text.replace(/[\r\n]+/g, ' ').replaceAll("'", "''")}'`
const unquoted = (literal: string): string =>
  literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal
const writeLiteral = (text: string, isNumber: boolean): string =>
  isNumber && /^-?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : quoted(text)

const monthsByUnit: Readonly<Record<string, string>> = { Quarter: '3 months' }

/** The first day of a relative date and the day behind its last, as PostgreSQL computes them. */
function relativeBounds(word: RelativeDate): [from: string, next: string] {
  const day = (count: number): string =>
    count === 0 ? 'current_date' : `current_date ${count < 0 ? '-' : '+'} ${Math.abs(count)}`
  const days: Partial<Record<RelativeDate, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
  const first = days[word]
  if (first !== undefined) return [day(first), day(first + 1)]
  const recent = /^last(\d+)Days$/.exec(word)
  if (recent) return [day(1 - Number(recent[1])), day(1)]
  const [, beginning = '', unit = ''] = /^(last|this|next)(\w+)$/.exec(word) ?? []
  const start = `date_trunc('${unit.toLowerCase()}', current_date)`
  const step = `interval '${monthsByUnit[unit] ?? `1 ${unit.toLowerCase()}`}'`
  const bounds = [`${start} - ${step}`, start, `${start} + ${step}`, `${start} + ${step} * 2`]
  const at = { last: 0, this: 1, next: 2 }[beginning] ?? 1
  return [bounds[at] ?? start, bounds[at + 1] ?? start]
}
const relativeWords = Object.keys(relativeDates) as RelativeDate[]

function writeRelative(ref: string, rule: ConditionRule, word: RelativeDate): string {
  const [from, next] = relativeBounds(word)
  if (rule === 'ge') return `${ref} >= ${from}`
  if (rule === 'gt') return `${ref} >= ${next}`
  if (rule === 'lt') return `${ref} < ${from}`
  if (rule === 'le') return `${ref} < ${next}`
  return rule === 'ne'
    ? `(${ref} < ${from} or ${ref} >= ${next})`
    : `(${ref} >= ${from} and ${ref} < ${next})`
}

const isTextStorage = (storage: SqlColumn['type']): boolean => storage === 'varchar' || storage === 'text'

/** The names of the parameters of a condition: two for the ends of a period. */
export function listNames({ rule, val, type }: Condition): string[] {
  if (type !== parameterType) return []
  const [from = '', to = ''] = val.split(',')
  return rule === 'between' ? [from, to] : [from]
}

const COLUMN = String.raw`[a-z]\w*\.\w+`
const TOTAL = String.raw`(?:sum|max|min|count)\((?:distinct )?${COLUMN}\)|round\(avg\(${COLUMN}\), 4\)|count\(\*\)`
const REF = `(${COLUMN}|${TOTAL})(?:::date)?`
const isColumn = new RegExp(`^${COLUMN}$`)

function writeParameter(condition: Condition, ref: string): string {
  const { rule } = condition
  const pattern = patterns[rule]
  const [val = '', to = ''] = listNames(condition)
  // PostgreSQL takes the type of a parameter from its first place; beside a column it is that of the column.
  const compare = (operator: string, name: string) =>
    isColumn.test(ref)
      ? `(:${name} is null or ${ref} ${operator} :${name})`
      : `(${ref} ${operator} :${name} or :${name} is null)`
  if (rule === 'in') return `(${ref} = any(string_to_array(:${val}, ',')) or :${val} is null)`
  if (rule === 'between') return `(${compare('>=', val)} and ${compare('<=', to)})`
  if (!pattern) return compare(operators[rule] ?? '=', val)
  // PostgreSQL finds no type for a parameter that stands in a pattern and alone.
  const [before, behind] = [pattern[0] && "'%' || ", pattern[1] && " || '%'"]
  return `coalesce(${ref}, '') ilike ${before}coalesce(:${val}, '')${behind}`
}

/** A condition of a column as SQL; one with a parameter lets every row pass while that is empty. */
export function writeCondition(condition: Condition, { ref, storage, isNumber }: ComparedColumn): string {
  const { rule, val, type } = condition
  const pattern = patterns[rule]
  if (rule === 'empty' || rule === 'not_empty') {
    if (isTextStorage(storage)) return `coalesce(${ref}, '') ${rule === 'empty' ? '=' : '<>'} ''`
    return `${ref} is ${rule === 'empty' ? '' : 'not '}null`
  }
  if (type === parameterType) return writeParameter(condition, ref)
  const isTimed = storage === 'timestamp' || storage === 'timestamptz'
  if ((isTimed || storage === 'date') && isRelativeDate(val)) return writeRelative(ref, rule, val)
  const values = rule === 'in' || rule === 'between' ? val.split(',').map((part) => part.trim()) : [val]
  // A day means all its hours.
  const compared = isTimed && values.every((text) => text === '' || isDate(text)) ? `${ref}::date` : ref
  const literals = values.map((text) => writeLiteral(text, isNumber))
  const [first = "''", last = "''"] = literals
  if (pattern) {
    // A star stands for any letters, as in the queries of lists.
    const escaped = val.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
    return `${ref} ilike ${quoted(`${pattern[0]}${escaped}${pattern[1]}`)}`
  }
  if (rule === 'in') return `${compared} in (${literals.join(', ')})`
  if (rule !== 'between') return `${compared} ${operators[rule] ?? '='} ${first}`
  if (values[0] === '') return `${compared} <= ${last}`
  return values[1] ? `${compared} between ${first} and ${last}` : `${compared} >= ${first}`
}

const LITERAL = String.raw`('(?:[^']|'')*'|-?\d+(?:\.\d+)?)`
const OPERATOR = '(=|<>|>=|>|<=|<)'

/** The conditions that `writeCondition` writes: their form, and what its groups mean. */
const forms: [RegExp, (groups: string[]) => Omit<Condition, 'field'> | null][] = [
  [
    new RegExp(`^\\(:(\\w+) is null or ${REF} ${OPERATOR} :\\1\\)$`),
    ([val = '', , operator]) => ({ rule: findRule(operator), val, type: parameterType }),
  ],
  [
    new RegExp(`^\\(${REF} ${OPERATOR} :(\\w+) or :\\3 is null\\)$`),
    ([, operator, val = '']) => ({ rule: findRule(operator), val, type: parameterType }),
  ],
  [
    new RegExp(`^\\(${REF} = any\\(string_to_array\\(:(\\w+), ','\\)\\) or :\\2 is null\\)$`),
    ([, val = '']) => ({ rule: 'in', val, type: parameterType }),
  ],
  [
    /^\(\((?::(\w+) is null or )?.+ >= :(\w+).*\) and \((?::\w+ is null or )?.+ <= :(\w+).*\)\)$/,
    ([, from = '', to = '']) => ({ rule: 'between', val: `${from},${to}`, type: parameterType }),
  ],
  [
    new RegExp(`^coalesce\\(${REF}, ''\\) ilike ('%' \\|\\| )?coalesce\\(:(\\w+), ''\\)( \\|\\| '%')?$`),
    ([, before, val = '', behind]) => {
      const rule = findPattern(Boolean(before), Boolean(behind))
      return rule ? { rule, val, type: parameterType } : null
    },
  ],
  [
    new RegExp(`^${REF} ${OPERATOR} ${LITERAL}$`),
    ([, operator, value = '']) => ({ rule: findRule(operator), val: unquoted(value) }),
  ],
  [
    new RegExp(`^${REF} ilike ${LITERAL}$`),
    ([, value = '']) => {
      const text = unquoted(value)
      const behind = /(^|[^\\])(\\\\)*%$/.test(text)
      const rule = findPattern(text.startsWith('%'), behind)
      const inner = text.slice(text.startsWith('%') ? 1 : 0, behind ? -1 : undefined)
      return rule ? { rule, val: inner.replace(/\\(.)|%/g, (_, letter) => letter ?? '*') } : null
    },
  ],
  [
    new RegExp(`^${REF} in \\((.*)\\)$`),
    ([, list = '']) => ({
      rule: 'in',
      val: (list.match(new RegExp(LITERAL, 'g')) ?? []).map(unquoted).join(','),
    }),
  ],
  [
    new RegExp(`^${REF} between ${LITERAL} and ${LITERAL}$`),
    ([, from = '', to = '']) => ({ rule: 'between', val: `${unquoted(from)},${unquoted(to)}` }),
  ],
  [
    new RegExp(`^coalesce\\(${REF}, ''\\) (=|<>) ''$`),
    ([, operator]) => ({ rule: operator === '=' ? 'empty' : 'not_empty', val: '' }),
  ],
  [
    new RegExp(`^${REF} is (not )?null$`),
    ([, not]) => ({ rule: not === undefined ? 'empty' : 'not_empty', val: '' }),
  ],
]

/** A condition that `writeCondition` wrote, with the text of its column or total; null for another one. */
export function readCondition(text: string): { ref: string; condition: Omit<Condition, 'field'> } | null {
  const ref = new RegExp(`${TOTAL}|${COLUMN}`).exec(text)?.[0]
  if (ref === undefined) return null
  for (const [form, read] of forms) {
    const found = form.exec(text)
    const condition = found && read(found.slice(1))
    if (condition) return { ref, condition }
  }
  for (const val of relativeWords)
    for (const rule of ['eq', 'ne', 'ge', 'gt', 'lt', 'le'] as const)
      if (writeRelative(ref, rule, val) === text) return { ref, condition: { rule, val } }
  return null
}
