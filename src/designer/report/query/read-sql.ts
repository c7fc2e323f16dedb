import type { ConditionGroup, ConditionItem, MatchType } from '#runtime/rules/advanced-query/model.ts'
import { type ChosenColumn, listUses, noConditions, type QueryChoices, type SortedColumn } from './choices.ts'
import { columnExpression, composeQuery, type QueryEnv } from './compose-sql.ts'
import { readCondition } from './condition-sql.ts'
import { fieldPath, findColumn, headPath, listSources, rowsPath, totalPath } from './sources.ts'

/** The lines of a statement by their clauses: a clause goes on in lines that are indented. */
function splitClauses(sql: string): { word: string; lines: string[] }[] {
  const clauses: { word: string; lines: string[] }[] = []
  for (const line of sql.split('\n')) {
    const [, word = '', rest = ''] =
      /^(select|from|join|left join|where|group by|having|order by|limit) (.*)$/.exec(line) ?? []
    if (word) clauses.push({ word, lines: [rest] })
    else clauses.at(-1)?.lines.push(line)
  }
  return clauses
}

/** The conditions of lines up to the end of their group; null where one was not written by the designer. */
function readGroup(
  lines: string[],
  matchType: MatchType,
  findPath: (ref: string) => string | undefined,
): ConditionGroup | null {
  const params: ConditionItem[] = []
  let word: MatchType = matchType
  while (lines.length > 0) {
    const line = lines.shift()?.trim() ?? ''
    if (line === ')') break
    const [, joint, text = ''] = /^(?:(and|or) )?(.*)$/.exec(line) ?? []
    if (joint === 'and' || joint === 'or') word = joint
    if (text === '(') {
      const group = readGroup(lines, 'and', findPath)
      if (!group) return null
      params.push(group)
      continue
    }
    const read = readCondition(text)
    const field = findPath(read?.ref ?? '')
    if (!read || field === undefined) return null
    params.push({ ...read.condition, field })
  }
  return { matchType: word, params }
}

/** The conditions of a clause, without a group around all of them. */
function readConditions(
  lines: readonly string[],
  findPath: (ref: string) => string | undefined,
): ConditionGroup | null {
  const read = readGroup([...lines], 'and', findPath)
  if (!read || read.params.length === 0) return read && noConditions
  const [only] = read.params
  return read.params.length === 1 && only && 'params' in only ? only : read
}

function readSort(text: string): SortedColumn[] {
  return text.split(', ').map((entry) => ({
    column: entry.replace(/ desc$/, ''),
    isDescending: entry.endsWith(' desc'),
  }))
}

/** The choices from which the designer wrote a statement; null for one that people wrote or changed. */
export function readQuery(sql: string, env: QueryEnv): QueryChoices | null {
  const clauses = splitClauses(sql.trim())
  const find = (word: string) => clauses.find((clause) => clause.word === word)?.lines
  const table = /^(\w+) t$/.exec(find('from')?.[0] ?? '')?.[1]
  if (table === undefined) return null
  const sources = listSources(table, env.tables)
  const paths = new Map([
    [rowsPath, rowsPath],
    [headPath, headPath],
  ])
  for (const { word, lines } of clauses) {
    const [, alias = '', path = ''] = /^\w+ (r\d+) on \w+\.\w+ = (\w\.\w+)/.exec(lines[0] ?? '') ?? []
    if (word === 'left join' && alias) paths.set(alias, path)
  }
  const findPath = (ref: string): string | undefined => {
    const [alias = '', name = ''] = ref.split('.')
    const source = paths.get(alias)
    return source !== undefined && findColumn(sources, source, name) ? fieldPath(source, name) : undefined
  }

  const columns: ChosenColumn[] = []
  let isCounted = false
  /** The columns of totals by what they are in the statement. */
  const totals = new Map<string, string>()
  for (const line of find('select') ?? []) {
    const [, expression = '', named] = /^(.*?)(?: as (\w+))?,?$/.exec(line.trim()) ?? []
    if (named !== undefined) totals.set(expression, named)
    const [ref = '', alias = '', name = ''] = /([a-z]\w*)\.(\w+)/.exec(expression) ?? []
    const source = paths.get(alias)
    const column = source !== undefined ? findColumn(sources, source, name) : undefined
    const use = column && listUses(column).find(({ value }) => columnExpression(ref, value) === expression)
    if (expression === 'count(*)') isCounted = true
    else if (source === undefined || !use) return null
    else columns.push({ source, name, use: use.value })
  }

  const wheres = (find('where') ?? []).filter((line) => !/^(\s*and )?[th]\.del_flag = 0$/.test(line))
  const conditions = readConditions(wheres, findPath)
  const totalConditions = readConditions(find('having') ?? [], (ref) => {
    const named = totals.get(ref)
    return named === undefined ? undefined : fieldPath(totalPath, named)
  })
  if (!conditions || !totalConditions) return null
  const limit = find('limit')?.[0]
  const choices: QueryChoices = {
    table,
    columns,
    isCounted,
    conditions,
    totalConditions,
    sort: find('order by') ? readSort(find('order by')?.[0] ?? '') : [],
    ...(limit !== undefined && { limit: Number(limit) }),
  }
  return composeQuery(choices, env).sql === sql.trim() ? choices : null
}
