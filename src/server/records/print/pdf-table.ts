import type {
  Content,
  ContentText,
  CustomTableLayout,
  TableCell,
  TableCellProperties,
} from 'pdfmake/interfaces'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { numberRows } from '#runtime/record/print/row-numbers.ts'
import { fieldHeights, tableHeights } from './pdf-height.ts'
import { points } from './pdf-length.ts'
import { SEAL } from './pdf-svg.ts'

/** The place of a block: the width of the content, and its height on one page, in points. */
export interface Room {
  width: number
  height: number
}

type Of<Type extends PrintedBlock['type']> = Extract<PrintedBlock, { type: Type }>

const PADDING = points(1.5)
const LINE = 0.5
const FRAME = 1.5
/** Width of the row number in the pixels of the declared widths. */
const NUMBER_WIDTH = 44
/** Mean width of a Latin letter in points at the size of a cell. */
const LETTER_WIDTH = 6

const plain: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => points(3),
  paddingTop: () => points(0.5),
  paddingBottom: () => points(0.5),
}

/** The fields of a block in rows of as many columns as it has; a field that does not fit starts the next row. */
export function buildGrid(block: Of<'fields'>, { width, height }: Room): Content {
  const { columns, fields } = block
  const rows: TableCell[][] = []
  let row: TableCell[] = []
  const close = () => {
    if (row.length > 0) rows.push([...row, ...blanks(columns - row.length)])
    row = []
  }
  for (const { title, text, span, isRed } of fields) {
    if (row.length + span > columns) close()
    const content = isRed ? [`${title}：`, { text, color: SEAL }] : `${title}：${text}`
    row.push({ text: content, colSpan: span }, ...blanks(span - 1))
  }
  close()
  const widths = Array.from({ length: columns }, () => width / columns - points(3))
  // pdfmake loses what an unbreakable row has beyond one page.
  const dontBreakRows = Math.max(...fieldHeights(block, width)) <= height
  return { table: { widths, body: rows, dontBreakRows }, layout: plain }
}

const blanks = (count: number): TableCell[] => Array.from({ length: count }, () => ({ text: '' }))

/** A table whose head is repeated on each page; the totals and the note are its last rows. */
export function buildTable(block: Of<'table'>, { width, height }: Room): Content {
  const { columns, rows, totals, totalsTitle = '合计', redTotals, note } = block
  const count = columns.length + 1
  const available = width - count * 2 * PADDING - (count - 1) * LINE - 2 * FRAME
  const declared = columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH)
  const widths = [NUMBER_WIDTH, ...columns.map((column) => column.width)].map(
    (each) => (available * each) / declared,
  )
  const cells = (texts: readonly string[], bold: boolean, reds?: readonly boolean[]): TableCell[] =>
    columns.map(({ align }, at) => ({
      ...textCell(texts[at] ?? '', align, widths[at + 1] ?? 0, bold),
      ...(reds?.[at] && { color: SEAL }),
    }))
  const head = ['序号', ...columns.map(({ title }) => title)].map((title, at) =>
    textCell(title, 'center', widths[at] ?? 0, true),
  )
  const numbers = numberRows(rows)
  const body: TableCell[][] = rows.map(({ cells: texts, reds, isTotal = false }, at) => [
    textCell(numbers[at] ?? '', 'center', widths[0] ?? 0, false),
    ...cells(texts, isTotal, reds),
  ])
  // The title of the totals takes the columns before the first total.
  const first = totals?.findIndex((text) => text !== '') ?? -1
  if (totals && first >= 0) {
    const title: TableCell = { ...textCell(totalsTitle, 'center', width, true), colSpan: first + 1 }
    body.push([title, ...blanks(first), ...cells(totals, true, redTotals).slice(first)])
  }
  if (note !== undefined)
    body.push([{ ...textCell(note, 'left', width, false), colSpan: count }, ...blanks(count - 1)])
  // The head is repeated above each row that starts a page.
  const [headHeight = 0, ...heights] = tableHeights(block, width)
  const isFitting = (rowHeight: number) => headHeight + rowHeight <= height
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: isFitting(heights[0] ?? 0) ? 1 : 0,
      // Where rows may break, pdfmake would draw a row with a height of its own before the break that it needs.
      ...(heights.every(isFitting) && { dontBreakRows: true, heights: points(6) }),
      widths,
      body: [head, ...body],
    },
    layout: ruled(note === undefined ? undefined : body.length),
  }
}

/** A ruled table with a frame; `noteLine` is the number of the thick line above the note. */
const ruled = (noteLine: number | undefined): CustomTableLayout => ({
  hLineWidth: (at, { table }) => (at === 0 || at === table.body.length || at === noteLine ? FRAME : LINE),
  vLineWidth: (at, { table }) => (at === 0 || at === table.body[0]?.length ? FRAME : LINE),
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => points(0.5),
  paddingBottom: () => points(0.5),
})

/** A cell; a word that is longer than its column is broken between letters. */
function textCell(
  text: string,
  alignment: 'left' | 'right' | 'center',
  width: number,
  bold: boolean,
): ContentText & TableCellProperties {
  const longest = Math.max(0, ...(text.match(/[!-~]+/g) ?? []).map((word) => word.length))
  const isLong = longest * LETTER_WIDTH > width
  return { text, alignment, verticalAlignment: 'middle', bold, ...(isLong ? { wordBreak: 'break-all' } : {}) }
}
