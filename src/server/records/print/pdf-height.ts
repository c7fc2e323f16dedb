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

/** A height in points that a block does not exceed in a width, so that what is not broken has room on a page. */
export function maxHeight(block: PrintedBlock, width: number): number {
  switch (block.type) {
    case 'text': {
      const size = block.size === 'large' ? 14 : SIZE
      return countLines(block.text, width, size) * size * 1.5 + points(2)
    }
    case 'fields': {
      const column = width / block.columns
      const heights = block.fields.map(
        ({ title, text, span }) => countLines(`${title}：${text}`, column * span - points(3)) * LINE,
      )
      return heights.reduce((sum, height) => sum + height, LINE + points(3))
    }
    case 'table': {
      const whole = block.columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH)
      const widths = block.columns.map((column) => (width * column.width) / whole - points(3))
      const lines = [
        block.columns.map(({ title }) => title),
        ...block.rows.map(({ cells }) => cells),
        ...(block.totals ? [block.totals] : []),
      ]
      const note = block.note === undefined ? 0 : rowHeight([block.note], [width])
      return lines.reduce((sum, cells) => sum + rowHeight(cells, widths), note + LINE + points(6))
    }
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
