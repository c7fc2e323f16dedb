import { type DateUnit, datePatterns, dateUnits } from '#runtime/schema/query/date-units.ts'
import type { ReportColumn, ReportTable } from '../report-api.ts'

/** What a report does with a column of a table: shows it, puts its dates together, or sums it up. */
export type ColumnUse = 'show' | DateUnit | 'sum' | 'average' | 'max' | 'min' | 'distinct'

const useTitles: Readonly<Record<ColumnUse, string>> = {
  show: '显示',
  day: `按${dateUnits.day}`,
  month: `按${dateUnits.month}`,
  quarter: `按${dateUnits.quarter}`,
  year: `按${dateUnits.year}`,
  sum: '合计',
  average: '平均',
  max: '最大',
  min: '最小',
  distinct: '不同的个数',
}

const totals: ReadonlySet<ColumnUse> = new Set(['sum', 'average', 'max', 'min', 'distinct'])
const isUnit = (use: ColumnUse): use is DateUnit => Object.hasOwn(datePatterns, use)

/** The uses of a column as options of a choice. */
export function listUses({ kind }: Pick<ReportColumn, 'kind'>): { value: ColumnUse; label: string }[] {
  const uses: ColumnUse[] =
    kind === 'number'
      ? ['show', 'sum', 'average', 'max', 'min']
      : kind === 'date'
        ? ['show', 'day', 'month', 'quarter', 'year', 'max', 'min']
        : ['show', 'distinct']
  return uses.map((use) => ({ value: use, label: useTitles[use] }))
}

/** A column of a report: of the table itself, or of the table whose records its rows belong to. */
export interface ChosenColumn {
  isOwners: boolean
  name: string
  use: ColumnUse
}

export interface Composition {
  table: ReportTable
  owner: ReportTable | undefined
  columns: readonly ChosenColumn[]
  /** Whether the number of rows is a column. */
  isCounted: boolean
}

/** A column of the statement, with what it shows. */
export interface ComposedColumn {
  name: string
  title: string
  /** It is a sum or a count, of which a sum of all rows has a meaning. */
  isSummed: boolean
}

export interface ComposedQuery {
  sql: string
  columns: ComposedColumn[]
}

/** The name of the column with the number of rows. */
const countName = 'row_count'

/**
 * The statement of chosen columns. With a total or a count, the rows with equal other columns are one; records that are marked
 * as deleted are left out. All names are those of the tables, which the server listed.
 */
export function composeQuery({ table, owner, columns, isCounted }: Composition): ComposedQuery {
  const isGrouped = isCounted || columns.some(({ use }) => totals.has(use))
  const taken = new Set<string>()
  const parts = columns.map(({ isOwners, name, use }) => {
    const from = isOwners ? owner : table
    const title = from?.columns.find((column) => column.name === name)?.title ?? name
    const ref = `${isOwners ? 'h' : 't'}.${name}`
    const alias = freeName(use === 'show' ? name : `${name}_${use}`, taken)
    return {
      text: alias === name && use === 'show' ? ref : `${expression(ref, use)} as ${alias}`,
      key: isUnit(use) || use === 'show' ? expression(ref, use) : null,
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
  const join =
    owner && table.owner ? `join ${owner.name} h on h.${table.owner.key} = t.${table.owner.column}` : ''
  const living = [
    hasDeleted(table) && 't.del_flag = 0',
    join !== '' && owner && hasDeleted(owner) && 'h.del_flag = 0',
  ]
  const conditions = living.filter(Boolean).join(' and ')
  const lines = [
    `select ${all.map(({ text }) => text).join(',\n  ')}`,
    `from ${table.name} t`,
    join,
    conditions && `where ${conditions}`,
    isGrouped && keys.length > 0 && `group by ${keys.join(', ')}`,
  ]
  return { sql: lines.filter(Boolean).join('\n'), columns: all.map(({ column }) => column) }
}

const hasDeleted = ({ columns }: ReportTable): boolean => columns.some(({ name }) => name === 'del_flag')

function expression(ref: string, use: ColumnUse): string {
  if (isUnit(use)) return `to_char(${ref}, '${datePatterns[use]}')`
  if (use === 'sum') return `sum(${ref})`
  if (use === 'average') return `round(avg(${ref}), 4)`
  if (use === 'distinct') return `count(distinct ${ref})`
  return use === 'show' ? ref : `${use}(${ref})`
}

/** The name, or the name with a number that no column has. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`
  taken.add(free)
  return free
}
