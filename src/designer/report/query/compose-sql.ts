import type { JsonObject } from '#runtime/kernel/json.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionItem,
  isGroup,
} from '#runtime/rules/advanced-query/model.ts'
import { isEmptyCondition, listConditions, normalizeQuery } from '#runtime/rules/advanced-query/read.ts'
import { type FieldValues, numericTypes, usualType } from '#runtime/schema/field-value.ts'
import { datePatterns, dateUnits } from '#runtime/schema/query/date-units.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { ReportColumn, ReportTable } from '../../report-api.ts'
import { type ColumnUse, freeName, isTotal, isUnit, type QueryChoices, useTitles } from './choices.ts'
import { listNames, writeCondition } from './condition-sql.ts'
import {
  findColumn,
  headPath,
  listSources,
  type QuerySource,
  rowsPath,
  splitPath,
  totalPath,
} from './sources.ts'

/** A column of the statement, with what it shows. */
export interface ComposedColumn {
  name: string
  title: string
  /** It is a sum or a count, of which a sum of all rows has a meaning. */
  isSummed: boolean
  /** Of a total: what it is in the statement, and a field that has its values. */
  total?: { expression: string; field: Field }
}

/** A parameter of the statement, with the title of the column that it is compared with. */
export interface ComposedParameter {
  name: string
  title: string
  /** Settings that the server cannot find in the statement: several choices, and the type of a total. */
  settings?: JsonObject
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

/** What a condition compares: a column or a total, with a field that has its values. */
interface Compared {
  ref: string
  title: string | undefined
  field: Field | undefined
  isTotal: boolean
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
function completeConditions(
  group: ConditionGroup,
  isWanted: (condition: Condition) => boolean = () => true,
): ConditionGroup {
  const complete = (items: readonly ConditionItem[]): ConditionItem[] =>
    items.flatMap((item): ConditionItem[] => {
      if (isGroup(item)) return [{ ...item, params: complete(item.params) }]
      return isEmptyCondition(item) || !isWanted(item) ? [] : [item]
    })
  return normalizeQuery({ ...group, params: complete(group.params) })
}

/** A field with the values of a total: those of its column, or a number. */
function totalField(column: ReportColumn | undefined, use: ColumnUse, types: FieldValues): JsonObject {
  if (use === 'distinct' || !column?.field) return { type: usualType(types, 'number') }
  return use === 'average' ? { ...column.field, scale: 4 } : { ...column.field }
}

/**
 * The statement of chosen columns. With a total or a count, the rows with equal other columns are one; records that are marked
 * as deleted are left out. All names are those of the tables, which the server listed; `readQuery` reads it back.
 */
export function composeQuery(choices: QueryChoices, { tables, types }: QueryEnv): ComposedQuery {
  const { columns, isCounted, sort, limit } = choices
  const sources = listSources(choices.table, tables)
  const conditions = completeConditions(choices.conditions)
  const aliases = nameSources(sources, { columns, conditions })
  const refer = (source: string, name: string) => `${aliases.get(source) ?? rowsPath}.${name}`
  const isGrouped = isCounted || columns.some(({ use }) => isTotal(use))
  const taken = new Set<string>()
  const parts = columns.map(({ source, name, use }) => {
    const found = findColumn(sources, source, name)
    const titleOfColumn = found?.title ?? name
    const ref = refer(source, name)
    const alias = freeName(use === 'show' ? name : `${name}_${use}`, (other) => taken.has(other))
    taken.add(alias)
    const expression = columnExpression(ref, use)
    const title =
      use === 'show'
        ? titleOfColumn
        : `${titleOfColumn}${isUnit(use) ? `（${dateUnits[use]}）` : useTitles[use]}`
    const field = { ...totalField(found, use, types), key: alias, title } as unknown as Field
    return {
      text: alias === name && use === 'show' ? ref : `${expression} as ${alias}`,
      key: isTotal(use) ? null : expression,
      column: {
        name: alias,
        title,
        isSummed: use === 'sum',
        ...(isTotal(use) && { total: { expression, field } }),
      },
    }
  })
  const count = {
    text: `count(*) as ${countName}`,
    key: null,
    column: {
      name: countName,
      title: '条数',
      isSummed: true,
      total: {
        expression: 'count(*)',
        field: { key: countName, title: '条数', type: usualType(types, 'number') } as unknown as Field,
      },
    },
  }
  const all = isCounted ? [...parts, count] : parts
  const keys = all.flatMap(({ key }) => key ?? [])
  /** The column or the total that a condition compares. */
  const findCompared = (path: string): Compared => {
    const [source, name] = splitPath(path)
    const total =
      source === totalPath ? all.find(({ column }) => column.name === name)?.column.total : undefined
    if (total) return { ref: total.expression, title: total.field.title, field: total.field, isTotal: true }
    const column = findColumn(sources, source, name)
    const field = column?.field as Field | undefined
    return { ref: refer(source, name), title: column?.title, field, isTotal: false }
  }
  const write = (item: ConditionItem, indent: string): string => {
    if (isGroup(item)) return `(\n${joinItems(item.params, item.matchType, `${indent}  `)}\n${indent})`
    const { ref, field } = findCompared(item.field)
    const storage = (field && types.get(field.type)?.column(field)?.type) ?? 'text'
    return writeCondition(item, { ref, storage, isNumber: numericTypes.has(storage) })
  }
  const joinItems = (items: readonly ConditionItem[], word: string, indent: string): string =>
    items.map((item, at) => `${indent}${at > 0 ? `${word} ` : ''}${write(item, indent)}`).join('\n')
  const writeGroup = (group: ConditionGroup): string[] => {
    if (group.params.length === 0) return []
    const isPlain = group.matchType === 'and' || group.params.length === 1
    return isPlain ? group.params.map((item) => write(item, '  ')) : [write(group, '  ')]
  }
  const wheres = [
    ...sources.flatMap(({ path, table }) =>
      (path === rowsPath || path === headPath) && isLiving(table) ? [`${path}.del_flag = 0`] : [],
    ),
    ...writeGroup(conditions),
  ]
  const totalConditions = completeConditions(
    choices.totalConditions,
    ({ field }) => findCompared(field).isTotal,
  )
  const havings = writeGroup(totalConditions)
  const named = new Map<string, ComposedParameter>()
  for (const condition of [...listConditions(conditions), ...listConditions(totalConditions)]) {
    const compared = findCompared(condition.field)
    const settings = parameterSettings(condition, compared, types)
    for (const [at, name] of listNames(condition).entries()) {
      const title = `${compared.title ?? name}${getEnd(condition.rule, at)}`
      named.set(name, { name, title, ...(settings && { settings }) })
    }
  }
  const sorted = sort.filter(({ column }) => all.some((entry) => entry.column.name === column))
  const lines = [
    `select ${all.map(({ text }) => text).join(',\n  ')}`,
    `from ${choices.table} ${rowsPath}`,
    ...sources.flatMap((source) => writeJoin(source, aliases) ?? []),
    wheres.length > 0 && `where ${wheres.join('\n  and ')}`,
    isGrouped && keys.length > 0 && `group by ${keys.join(', ')}`,
    havings.length > 0 && `having ${havings.join('\n  and ')}`,
    sorted.length > 0 && `order by ${sorted.map(writeSorted).join(', ')}`,
    limit !== undefined && `limit ${limit}`,
  ]
  return {
    sql: lines.filter(Boolean).join('\n'),
    columns: all.map(({ column }) => column),
    parameters: [...named.values()],
  }
}

const ends: Readonly<Record<string, string>> = { gt: '从', ge: '从', lt: '到', le: '到' }
const getEnd = (rule: Condition['rule'], at: number): string =>
  rule === 'between' ? (at === 0 ? '从' : '到') : (ends[rule] ?? '')

/** What a parameter is besides its name, where the server cannot see it: a choice of several, or the values of a total. */
function parameterSettings(
  { rule }: Condition,
  { field, isTotal }: Compared,
  types: FieldValues,
): JsonObject | null {
  if (!field) return null
  const { dictCode, options, type } = field
  const offered = { ...(dictCode !== undefined && { dictCode }), ...(options !== undefined && { options }) }
  if (rule === 'in' && Object.keys(offered).length > 0)
    return { type: usualType(types, 'choices'), ...offered }
  return isTotal ? { type } : null
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

/** What the statement writes for a column in this use. */
export function columnExpression(ref: string, use: ColumnUse): string {
  if (isUnit(use)) return `to_char(${ref}, '${datePatterns[use]}')`
  if (use === 'sum') return `sum(${ref})`
  if (use === 'average') return `round(avg(${ref}), 4)`
  if (use === 'distinct') return `count(distinct ${ref})`
  return use === 'show' ? ref : `${use}(${ref})`
}
