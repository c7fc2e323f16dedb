import type { Records } from '#runtime/compile/panel/panel.ts'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'

export type Cross = NonNullable<Block<'table'>['cross']>

/** A line of a cross table; null for a cell without records. The last figure is the total of the line. */
export interface CrossLine {
  kind: 'row' | 'subtotal' | 'total'
  /** The record whose texts name the line; absent for the total. */
  record?: Records['records'][number]
  figures: readonly (Big | null)[]
}

export interface CrossFigures {
  /** One record for each column, whose value names the column. */
  columns: Records['records']
  lines: readonly CrossLine[]
}

const keyOf = (record: Records['records'][number], keys: readonly string[]): string =>
  JSON.stringify(keys.map((key) => record[key] ?? null))

/** The first record of each combination of values, in the order of the records. */
const firstsOf = (records: Records['records'], keys: readonly string[]): Records['records'] =>
  [...new Map([...records].reverse().map((record) => [keyOf(record, keys), record])).values()].sort(
    (a, b) => records.indexOf(a) - records.indexOf(b),
  )

function sumOf(records: Records['records'], key: string): Big | null {
  const [first, ...rest] = records.flatMap((record) => toBig(record[key]) ?? [])
  return first ? rest.reduce((sum, figure) => sum.plus(figure), first) : null
}

/** Totals of a value by rows and columns, each with its total; subtotals after each value of the first row field. */
export function crossTable(
  { rows, columns: by, value, subtotals }: Cross,
  { records }: Records,
): CrossFigures {
  const columns = firstsOf(records, [by])
  const figuresOf = (part: Records['records']): (Big | null)[] => {
    const cells = columns.map((column) =>
      part.filter((record) => keyOf(record, [by]) === keyOf(column, [by])),
    )
    return [...cells, part].map((cell) => sumOf(cell, value))
  }
  const within = (record: Records['records'][number], keys: readonly string[]) =>
    records.filter((other) => keyOf(other, keys) === keyOf(record, keys))
  const [outer = ''] = rows
  const lines = firstsOf(records, [outer]).flatMap((group): CrossLine[] => {
    const part = within(group, [outer])
    const inner = firstsOf(part, rows).map(
      (record): CrossLine => ({
        kind: 'row',
        record,
        figures: figuresOf(within(record, rows)),
      }),
    )
    const hasSubtotal = subtotals === true && rows.length > 1
    return hasSubtotal ? [...inner, { kind: 'subtotal', record: group, figures: figuresOf(part) }] : inner
  })
  return { columns, lines: [...lines, { kind: 'total', figures: figuresOf(records) }] }
}
