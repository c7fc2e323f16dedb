import type { Column } from '#runtime/compile/plan.ts'
import { leadingFigure } from '#runtime/schema/amount-field.ts'

/** The columns that an entry shows; the lines are in the order of SIDES. */
export interface EntryColumns {
  title: Column | undefined
  state: Column | undefined
  lines: readonly (readonly Column[])[]
}

/** The four places below the title: two lines, each with a left and a right side. */
export const SIDES = ['class', 'figure', 'code', 'place'] as const

const MAX_CLASSES = 3

/** On a phone a classification is plain text. */
const plain = (column: Column): Column => ({
  ...column,
  tag: undefined,
  field: { ...column.field, tag: undefined },
})

/**
 * Derives the content of an entry from the columns: the title is the column that opens the record, the state the last
 * column with colours. Below are the classifications and the amount, then a code and one more value; below a number
 * as title, the last classification takes the place of the code. Other values are shown in the record only.
 */
export function entryColumns(columns: readonly Column[]): EntryColumns {
  const title = columns.find((column) => column.isLink) ?? columns[0]
  const state = columns.findLast((column) => column.tag && Object.keys(column.tag).length > 0)
  const facts = columns.filter((column) => column !== title && column !== state).map(plain)
  const numbers = facts.filter((column) => column.align === 'right')
  const codes = facts.filter((column) => column.align !== 'right' && column.type.usualFor === 'text')
  const classes = facts.filter((column) => !numbers.includes(column) && !codes.includes(column))
  const isNumbered = title?.field.auto !== undefined || codes.length === 0
  const count = isNumbered ? MAX_CLASSES - 1 : MAX_CLASSES
  const rest = classes.slice(count)
  const [code, ...others] = isNumbered
    ? [...rest, ...codes]
    : [...codes.slice(0, 1), ...rest, ...codes.slice(1)]
  const figure = leadingFigure(numbers)
  const lines = [classes.slice(0, count), figure ? [figure] : [], code ? [code] : [], others.slice(0, 1)]
  return { title, state, lines }
}
