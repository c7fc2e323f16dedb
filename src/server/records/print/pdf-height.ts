import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { points } from './pdf-length.ts'

/** The size of the text, and the height of its lines, in points. */
const SIZE = 10.5
const LINE = 16
const NUMBER_WIDTH = 44

/** The most lines of a text in a width: no letter is wider than the size, and each line may lose a word. */
const countLines = (text: string, width: number, size = SIZE): number =>
  text
    .split('\n')
    .reduce((sum, line) => sum + 1 + Math.ceil(([...line].length * size) / Math.max(size, width)), 0)

/** The greatest height of a row of cells. */
const rowHeight = (cells: readonly string[], widths: readonly number[]): number =>
  Math.max(points(6), ...cells.map((text, at) => countLines(text, widths[at] ?? SIZE) * LINE)) + points(1)

type Of<Type extends PrintedBlock['type']> = Extract<PrintedBlock, { type: Type }>

/** The greatest height of each field of a block. */
export const fieldHeights = ({ columns, fields }: Of<'fields'>, width: number): number[] =>
  fields.map(
    ({ title, text, span }) => countLines(`${title}：${text}`, (width / columns) * span - points(3)) * LINE,
  )

/** The greatest heights of the rows of a table: first its head, last its totals and its note. */
export function tableHeights({ columns, rows, totals, note }: Of<'table'>, width: number): number[] {
  const whole = columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH)
  const widths = columns.map((column) => (width * column.width) / whole - points(3))
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map(({ cells }) => cells),
    ...(totals ? [totals] : []),
  ]
  return [
    ...lines.map((cells) => rowHeight(cells, widths)),
    ...(note === undefined ? [] : [rowHeight([note], [width])]),
  ]
}

const sumUp = (heights: readonly number[]): number => heights.reduce((sum, height) => sum + height, 0)

/** A height in points that a block does not exceed in a width, so that what is not broken has room on a page. */
export function maxHeight(block: PrintedBlock, width: number): number {
  switch (block.type) {
    case 'text': {
      const size = block.size === 'large' ? 14 : SIZE
      return countLines(block.text, width, size) * size * 1.5 + points(2)
    }
    case 'fields':
      return sumUp(fieldHeights(block, width)) + LINE + points(3)
    case 'table':
      return sumUp(tableHeights(block, width)) + LINE + points(6)
    case 'signatures':
      return 3 * LINE + points(2)
    case 'title':
      return points(30)
    case 'barcode':
    case 'qr':
    case 'picture':
      return points(block.height) + LINE
    // Content of unknown height, and a page break, may be broken.
    default:
      return Number.POSITIVE_INFINITY
  }
}
