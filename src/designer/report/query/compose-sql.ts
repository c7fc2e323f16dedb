import { type ConditionItem, isGroup } from '#runtime/rules/advanced-query/model.ts'
import { isEmptyCondition, listConditions, normalizeQuery } from '#runtime/rules/advanced-query/read.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { datePatterns, dateUnits } from '#runtime/schema/query/date-units.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { ReportTable } from '../../report-api.ts'
import {
  type ColumnUse,
  freeName,
  isTotal,
  isUnit,
  parameterType,
  type QueryChoices,
  useTitles,
} from './choices.ts'
import { writeCondition } from './condition-sql.ts'
import { findColumn, headPath, listSources, type QuerySource, rowsPath, splitPath } from './sources.ts'

/** A column of the statement, with what it shows. */
export interface ComposedColumn {
  name: string
  title: string
  /** It is a sum or a count, of which a sum of all rows has a meaning. */
  isSummed: boolean
}

/** A parameter of the statement, with the title of the column that it is compared with. */
export interface ComposedParameter {
  name: string
  title: string
}

export interface ComposedQuery {
  sql: string
  columns: ComposedColumn[]
  parameters: ComposedParameter[]
}

/** The tables of the readable documents, and the types of their columns. */
export interface QueryEnv {
  tables: readonly ReportTable[]
  types: FieldValues
}

/** The name of the column with the number of rows. */
const countName = 'row_count'
const isLiving = ({ columns }: ReportTable): boolean => columns.some(({ name }) => name === 'del_flag')

/** The short names of the tables that a statement reads, by their paths. */
export function nameSources(
  sources: readonly QuerySource[],
  { columns, conditions }: Pick<QueryChoices, 'columns' | 'conditions'>,
): Map<string, string> {
  const used = new Set([
    ...columns.map(({ source }) => source),
    ...listConditions(conditions).map(({ field }) => splitPath(field)[0]),
  ])
  let references = 0
  return new Map(
    sources.flatMap(({ path }): [string, string][] => {
      if (path === rowsPath || path === headPath) return [[path, path]]
      if (!used.has(path)) return []
      references += 1
      return [[path, `r${references}`]]
    }),
  )
}

/** The conditions that have all their parts. */
const completeItems = (items: readonly ConditionItem[]): ConditionItem[] =>
  items.flatMap((item): ConditionItem[] =>
    isGroup(item) ? [{ ...item, params: completeItems(item.params) }] : isEmptyCondition(item) ? [] : [item],
  )

/**
 * The statement of chosen columns. With a total or a count, the rows with equal other columns are one; records that are marked
 * as deleted are left out. All names are those of the tables, which the server listed; `readQuery` reads it back.
 */
export function composeQuery(choices: QueryChoices, { tables, types }: QueryEnv): ComposedQuery {
  const { columns, isCounted, sort, limit } = choices
  const sources = listSources(choices.table, tables)
  const params = completeItems(choices.conditions.params)
  const conditions = normalizeQuery({ ...choices.conditions, params })
  const aliases = nameSources(sources, { columns, conditions })
  const refer = (source: string, name: string) => `${aliases.get(source) ?? rowsPath}.${name}`
  const isGrouped = isCounted || columns.some(({ use }) => isTotal(use))
  const taken = new Set<string>()
  const parts = columns.map(({ source, name, use }) => {
    const title = findColumn(sources, source, name)?.title ?? name
    const ref = refer(source, name)
    const alias = freeName(use === 'show' ? name : `${name}_${use}`, (other) => taken.has(other))
    taken.add(alias)
    return {
      text: alias === name && use === 'show' ? ref : `${columnExpression(ref, use)} as ${alias}`,
      key: isTotal(use) ? null : columnExpression(ref, use),
      column: {
        name: alias,
        title: use === 'show' ? title : `${title}${isUnit(use) ? `（${dateUnits[use]}）` : useTitles[use]}`,
        isSummed: use === 'sum',
      },
    }
  })
  const count = {
    text: `count(*) as ${countName}`,
    key: null,
    column: { name: countName, title: '条数', isSummed: true },
  }
  const all = isCounted ? [...parts, count] : parts
  const keys = all.flatMap(({ key }) => key ?? [])
  const write = (item: ConditionItem, indent: string): string => {
    if (isGroup(item)) return `(\n${joinItems(item.params, item.matchType, `${indent}  `)}\n${indent})`
    const [source, name] = splitPath(item.field)
    const column = findColumn(sources, source, name)
    const field = column?.field as Field | undefined
    const storage = field && types.get(field.type)?.column(field)?.type
    return writeCondition(item, {
      ref: refer(source, name),
      storage: storage ?? 'text',
      isNumber: column?.kind === 'number',
    })
  }
  const joinItems = (items: readonly ConditionItem[], word: string, indent: string): string =>
    items.map((item, at) => `${indent}${at > 0 ? `${word} ` : ''}${write(item, indent)}`).join('\n')
  const wheres = [
    ...sources.flatMap(({ path, table }) =>
      (path === rowsPath || path === headPath) && isLiving(table) ? [`${path}.del_flag = 0`] : [],
    ),
    ...(conditions.params.length === 0
      ? []
      : conditions.matchType === 'and' || conditions.params.length === 1
        ? conditions.params.map((item) => write(item, '  '))
        : [write(conditions, '  ')]),
  ]
  const sorted = sort.filter(({ column }) => all.some((entry) => entry.column.name === column))
  const lines = [
    `select ${all.map(({ text }) => text).join(',\n  ')}`,
    `from ${choices.table} ${rowsPath}`,
    ...sources.flatMap((source) => writeJoin(source, aliases) ?? []),
    wheres.length > 0 && `where ${wheres.join('\n  and ')}`,
    isGrouped && keys.length > 0 && `group by ${keys.join(', ')}`,
    sorted.length > 0 && `order by ${sorted.map(writeSorted).join(', ')}`,
    limit !== undefined && `limit ${limit}`,
  ]
  return {
    sql: lines.filter(Boolean).join('\n'),
    columns: all.map(({ column }) => column),
    parameters: listParameters(conditions, sources),
  }
}

const writeSorted = ({ column, isDescending }: QueryChoices['sort'][number]): string =>
  isDescending ? `${column} desc` : column

/** A head is always joined, because its deleted records take their rows along; another table where it is used. */
function writeJoin({ path, table, join }: QuerySource, aliases: ReadonlyMap<string, string>): string | null {
  const alias = aliases.get(path)
  if (!join || alias === undefined) return null
  const on = `${alias}.${join.key} = ${join.from}.${join.column}`
  if (path === headPath) return `join ${table.name} ${alias} on ${on}`
  return `left join ${table.name} ${alias} on ${on}${isLiving(table) ? ` and ${alias}.del_flag = 0` : ''}`
}

function listParameters(
  conditions: QueryChoices['conditions'],
  sources: readonly QuerySource[],
): ComposedParameter[] {
  const ends: Readonly<Record<string, string>> = { gt: '从', ge: '从', lt: '到', le: '到' }
  const named = listConditions(conditions).flatMap(({ field, val, rule, type }) => {
    if (type !== parameterType) return []
    const title = findColumn(sources, ...splitPath(field))?.title ?? val
    return [[val, { name: val, title: `${title}${ends[rule] ?? ''}` }] as const]
  })
  return [...new Map(named).values()]
}

/** What the statement writes for a column in this use. */
export function columnExpression(ref: string, use: ColumnUse): string {
  if (isUnit(use)) return `to_char(${ref}, '${datePatterns[use]}')`
  if (use === 'sum') return `sum(${ref})`
  if (use === 'average') return `round(avg(${ref}), 4)`
  if (use === 'distinct') return `count(distinct ${ref})`
  return use === 'show' ? ref : `${use}(${ref})`
}
