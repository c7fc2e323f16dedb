import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'

export type Cross = NonNullable<Block<'table'>['cross']>

/** A line of a cross table; null for a cell without records. The last figure is the total of the line. */
export interface CrossLine {
  /** `closed`: a group of lines that are not drawn, as its subtotal. */
  kind: 'row' | 'subtotal' | 'closed' | 'total'
  /** The record whose texts name the line; absent for the total. */
  record?: Records['records'][number]
  figures: readonly (Big | null)[]
}

export interface CrossFigures {
  /** One record for each column, whose value names the column. */
  columns: Records['records']
  lines: readonly CrossLine[]
}

const buildKey = (record: Records['records'][number], keys: readonly string[]): string =>
  JSON.stringify(keys.map((key) => record[key] ?? null))

/** The first record of each combination of values, in the order of the records. */
const listFirsts = (records: Records['records'], keys: readonly string[]): Records['records'] =>
  [...new Map([...records].reverse().map((record) => [buildKey(record, keys), record])).values()].sort(
    (a, b) => records.indexOf(a) - records.indexOf(b),
  )

function computeSum(records: Records['records'], key: string): Big | null {
  const [first, ...rest] = records.flatMap((record) => toBig(record[key]) ?? [])
  return first ? rest.reduce((sum, figure) => sum.plus(figure), first) : null
}

/** The name of the group of a record among those of the first row field. */
export const groupName = (record: Records['records'][number], { rows }: Cross): string =>
  buildKey(record, rows.slice(0, 1))

/**
 * Totals of a value by rows and columns, each with its total; subtotals after each value of the first row field. Of a closed
 * group there is only its subtotal.
 */
export function crossTable(
  cross: Cross,
  { records }: Records,
  isClosed: (group: string) => boolean = () => false,
): CrossFigures {
  const {
    rows,
    columns: [by = ''],
    value,
    subtotals,
  } = cross
  const columns = listFirsts(records, [by])
  const computeFigures = (part: Records['records']): (Big | null)[] => {
    const cells = columns.map((column) =>
      part.filter((record) => buildKey(record, [by]) === buildKey(column, [by])),
    )
    return [...cells, part].map((cell) => computeSum(cell, value))
  }
  const within = (record: Records['records'][number], keys: readonly string[]) =>
    records.filter((other) => buildKey(other, keys) === buildKey(record, keys))
  const [outer = ''] = rows
  const lines = listFirsts(records, [outer]).flatMap((group): CrossLine[] => {
    const part = within(group, [outer])
    if (rows.length > 1 && isClosed(groupName(group, cross)))
      return [{ kind: 'closed', record: group, figures: computeFigures(part) }]
    const inner = listFirsts(part, rows).map(
      (record): CrossLine => ({
        kind: 'row',
        record,
        figures: computeFigures(within(record, rows)),
      }),
    )
    const hasSubtotal = subtotals === true && rows.length > 1
    return hasSubtotal
      ? [...inner, { kind: 'subtotal', record: group, figures: computeFigures(part) }]
      : inner
  })
  return { columns, lines: [...lines, { kind: 'total', figures: computeFigures(records) }] }
}
