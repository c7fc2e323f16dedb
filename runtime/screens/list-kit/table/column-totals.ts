import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow, ListTotals } from '#runtime/data/list-source.ts'
import { formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import { lackText } from '#runtime/record/formulas/lack-text.ts'

/** A sum or an average as text. */
export interface ColumnTotal {
  kind: 'sum' | 'average'
  text: string
  /** How many rows lack a value; absent if none does. */
  lack?: string
}

/** The totals of a column; none for a column without statistics or without values. */
export type TotalsOf = (column: Column) => readonly ColumnTotal[]

export const totalWords = { sum: '合计', average: '平均' } as const

const averagePlaces = 2

/** The totals of a column over these rows: sums with the decimals of the column. */
export function totalsOfRows({ key, field, statistics }: Column, rows: readonly ListRow[]): ColumnTotal[] {
  if (statistics.length === 0) return []
  const numbers = rows.map((row) => toBig(row[key])).filter((figure) => figure !== null)
  const [first, ...rest] = numbers
  if (!first) return []
  const sum = rest.reduce((total, figure) => total.plus(figure), first)
  const places =
    field.scale ?? Math.max(...numbers.map((figure) => Math.max(0, figure.c.length - figure.e - 1)))
  const lack = lackText(rows.length - numbers.length)
  return statistics.map((kind) => ({
    kind,
    lack,
    text: kind === 'sum' ? formatNumber(sum, places) : formatNumber(sum.div(numbers.length), averagePlaces),
  }))
}

/** The totals that the server computed over all pages. */
export const totalsOfServer =
  (totals: ListTotals): TotalsOf =>
  ({ key, field, statistics }) =>
    statistics.flatMap((kind): ColumnTotal[] => {
      const value = totals[key]?.[kind]
      if (!toBig(value)) return []
      const lack = lackText(totals[key]?.lack ?? 0)
      return [{ kind, lack, text: formatNumber(value, kind === 'sum' ? field.scale : averagePlaces) }]
    })

/** A total as a text that stands alone: of a computed column with the rows that lack a value. */
export const writeTotal = ({ field }: Column, { text, lack }: ColumnTotal): string =>
  lack === undefined || field.compute === undefined ? text : `${text}（${lack}）`

/** Whether each total shows its word: an average does, a sum where the label of its row does not say it. */
export const hasWord = (total: ColumnTotal, all: readonly ColumnTotal[], isLabelled: boolean): boolean =>
  total.kind === 'average' || all.length > 1 || !isLabelled
