import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { type DateUnit, datePatterns, dateUnits } from '#runtime/schema/query/date-units.ts'
import type { ReportColumn } from '../../report-api.ts'

/** What a report does with a column of a table: shows it, puts its dates together, or sums it up. */
export type ColumnUse = 'show' | DateUnit | 'sum' | 'average' | 'max' | 'min' | 'distinct'

export const useTitles: Readonly<Record<ColumnUse, string>> = {
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
/** Sums of values that stand on several rows would count them several times. */
const ofRowsOnly: ReadonlySet<ColumnUse> = new Set(['sum', 'average'])
export const isTotal = (use: ColumnUse): boolean => totals.has(use)
export const isUnit = (use: ColumnUse): use is DateUnit => Object.hasOwn(datePatterns, use)

/** The uses of a column as options of a choice; `isJoined` means that it belongs to another table than the rows. */
export function listUses(
  { kind }: Pick<ReportColumn, 'kind'>,
  isJoined = false,
): { value: ColumnUse; label: string }[] {
  const uses: ColumnUse[] =
    kind === 'number'
      ? ['show', 'sum', 'average', 'max', 'min']
      : kind === 'date'
        ? ['show', 'day', 'month', 'quarter', 'year', 'max', 'min']
        : ['show', 'distinct']
  return uses
    .filter((use) => !isJoined || !ofRowsOnly.has(use))
    .map((use) => ({ value: use, label: useTitles[use] }))
}

/** A column of a report; `source` is the path of the table that it belongs to. */
export interface ChosenColumn {
  source: string
  name: string
  use: ColumnUse
}

/** A column of the statement, by its name there. */
export interface SortedColumn {
  column: string
  isDescending: boolean
}

/** What a statement is put together from. Conditions name their fields by paths (`fieldPath`). */
export interface QueryChoices {
  /** The table whose rows are read. */
  table: string
  columns: readonly ChosenColumn[]
  /** Whether the number of rows is a column. */
  isCounted: boolean
  conditions: ConditionGroup
  /** Conditions of totals, which are named by their columns in the statement (`totalPath`). */
  totalConditions: ConditionGroup
  sort: readonly SortedColumn[]
  /** The greatest number of rows; absent without one. */
  limit?: number
}

/** The `type` of a condition whose value is the name of a parameter of the report. */
export const parameterType = 'parameter'

/** The name, or the name with the first number with which it is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name}_${number}`
  return free
}

export const noConditions: ConditionGroup = { matchType: 'and', params: [] }
