import type { PrintedBlock, PrintedRow } from '#runtime/record/print/printed-block.ts'
import { defaultRunning } from '#runtime/record/print/running.ts'
import type { PdfSheet } from '../../../records/print/pdf-sheet.ts'
import { type Part, type PartColumn, printCell } from '../content/part.ts'
import { drawChart } from './chart-svg.ts'

/** Pixels of the columns beyond which the paper lies on its side. */
const WIDE = 800
const COLUMN_WIDTH = 120
/** Height of a chart in millimetres. */
const CHART_MM = 68

/** What is above and below the content: the title, the time, and the person for whom it was made. */
export interface SheetHead {
  title: string
  institution: string
  time: string
  realname: string
}

const getWidth = ({ width = COLUMN_WIDTH }: PartColumn): number => width

const buildTable = ({
  columns,
  rows,
  subtotals,
}: Extract<Part, { type: 'table' }>): Pick<Extract<PrintedBlock, { type: 'table' }>, 'columns' | 'rows'> => ({
  columns: columns.map((column) => ({
    key: column.key,
    title: column.title,
    align: column.align,
    width: getWidth(column),
  })),
  rows: rows.flatMap((row, at): PrintedRow[] => {
    const subtotal = subtotals?.get(at)
    return [
      { key: String(at), cells: columns.map((column) => printCell(column, row)) },
      ...(subtotal ? [{ key: `subtotal ${at}`, cells: subtotal, isTotal: true }] : []),
    ]
  }),
})

/** The sheet of the parts; charts are drawn on it. */
export async function buildSheet(parts: readonly Part[], head: SheetHead): Promise<PdfSheet> {
  const drawings: Record<string, string> = {}
  const blocks: PrintedBlock[] = [
    { type: 'title', title: head.title },
    { type: 'text', text: `数据截至 ${head.time}`, size: 'small', align: 'right' },
  ]
  for (const part of parts) blocks.push(...(await drawPart(part, drawings)))
  const isWide = parts.some(
    (part) => part.type === 'table' && part.columns.reduce((sum, column) => sum + getWidth(column), 0) > WIDE,
  )
  return {
    name: head.title,
    institution: head.institution,
    layout: { page: isWide ? 'A4 landscape' : 'A4' },
    copies: 1,
    start: 1,
    records: [{ blocks, running: defaultRunning(`寄给：${head.realname} ${head.time}`) }],
    pictures: {},
    drawings,
  }
}

const heading = (title: string | undefined): PrintedBlock[] =>
  title === undefined ? [] : [{ type: 'text', text: title, size: 'large' }]

async function drawPart(part: Part, drawings: Record<string, string>): Promise<PrintedBlock[]> {
  switch (part.type) {
    case 'figures':
      return [
        ...heading(part.title),
        {
          type: 'fields',
          columns: 2,
          fields: part.figures.map(({ title, text }, at) => ({ key: String(at), title, text, span: 1 })),
        },
      ]
    case 'table':
      return [
        ...heading(part.title),
        {
          type: 'table',
          ...buildTable(part),
          ...(part.totals && { totals: part.totals }),
          ...(part.note !== undefined && { note: part.note }),
        },
      ]
    case 'chart': {
      const name = `chart-${Object.keys(drawings).length}`
      drawings[name] = await drawChart(part)
      return [
        ...heading(part.title),
        { type: 'picture', path: name, height: CHART_MM, keep: true } as PrintedBlock,
      ]
    }
    default:
      return [...heading(part.title), { type: 'text', text: part.text }]
  }
}
