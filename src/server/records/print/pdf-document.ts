import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { parsePaper } from '#runtime/record/print/print-page.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { points } from './pdf-length.ts'
import type { PdfSheet } from './pdf-sheet.ts'
import { barcode, stamp } from './pdf-svg.ts'
import { buildGrid, buildTable } from './pdf-table.ts'

/** The name under which the thread registers the font. */
export const FONT = 'Sans'

const TITLE_SIZE = 18
const textSizes = { small: 9, large: 14 } as const

/** The definition of a PDF file with the blocks that the preview draws; lengths in points. */
export function pdfDefinition(sheet: PdfSheet): TDocumentDefinitions {
  const paper = parsePaper(sheet.page)
  const side = points(paper.isLabel ? 2 : 12)
  const width = points(paper.width) - 2 * side
  const content = sheet.records.map(
    (blocks, place): Content => ({
      stack: Array.from({ length: sheet.copies }, (_, at) => buildCopy(blocks, sheet.institution, width, at)),
      ...(place > 0 ? { pageBreak: 'before' } : {}),
    }),
  )
  return {
    info: { title: sheet.name },
    pageSize: { width: points(paper.width), height: points(paper.height) },
    pageMargins: [side, side, side, paper.isLabel ? side : points(16)],
    defaultStyle: { font: FONT, fontSize: 10.5 },
    content,
    ...(paper.isLabel ? {} : { footer: buildFooter(sheet) }),
  }
}

/** One copy of the content; copies are separated by a dashed line and not broken where they fit on a page. */
const buildCopy = (
  blocks: readonly PrintedBlock[],
  institution: string,
  width: number,
  at: number,
): Content => ({
  stack: [
    ...(at > 0 ? [separator(width)] : []),
    ...blocks.map((block) => drawn(block, { institution, width })),
  ],
  unbreakable: at > 0,
})

const separator = (width: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, dash: { length: 3 } }],
  margin: [0, points(6), 0, points(6)],
})

const buildFooter =
  ({ note }: PdfSheet) =>
  (page: number, pages: number): Content => ({
    columns: [{ text: note }, { text: `第 ${page} 页，共 ${pages} 页`, alignment: 'right' }],
    fontSize: 8,
    margin: [points(12), points(5), points(12), 0],
  })

interface Place {
  institution: string
  /** The width of the content in points. */
  width: number
}

type Drawings = {
  readonly [T in PrintedBlock['type']]: (block: Extract<PrintedBlock, { type: T }>, place: Place) => Content
}

/** The content of the file for each type of printed blocks. */
export const drawings: Drawings = {
  title: (block, { institution, width }) => buildTitle(block, institution, width),
  text: (block) => ({
    text: block.text,
    alignment: block.align ?? 'left',
    margin: [0, 0, 0, points(2)],
    ...(block.size ? { fontSize: textSizes[block.size], bold: block.size === 'large' } : {}),
  }),
  fields: (block, { width }) => buildGroup(block.title, buildGrid(block, width)),
  table: (block, { width }) => buildGroup(block.title, buildTable(block, width)),
  signatures: (block) => buildSignatures(block),
  qr: ({ text, height }) => ({ qr: text, fit: points(height), margin: [0, 0, 0, points(1)] }),
  barcode: ({ text, height }, { width }) => barcode(text, points(height), width),
}

const drawn = (block: PrintedBlock, place: Place): Content =>
  (drawings[block.type] as (block: PrintedBlock, place: Place) => Content)(block, place)

const buildGroup = (title: string | undefined, content: Content): Content => ({
  stack: [...(title === undefined ? [] : [{ text: title, bold: true }]), content],
  margin: [0, 0, 0, points(3)],
})

/** The letters with half a letter between them, as titles of Chinese forms have it. */
const spaced = (title: string): string => [...title].join('\u2002')

/** The institution, the title above a double line, and the stamp at the right. */
function buildTitle(
  { title, stamp: mark }: Extract<PrintedBlock, { type: 'title' }>,
  institution: string,
  width: number,
): Content {
  const half = ([...title].length * TITLE_SIZE * 1.5) / 2 + points(8)
  const line = (y: number) =>
    ({ type: 'line', x1: width / 2 - half, x2: width / 2 + half, y1: y, y2: y, lineWidth: 1 }) as const
  return {
    stack: [
      ...(mark ? [stamp(mark, width)] : []),
      { text: institution, alignment: 'center' },
      { text: spaced(title), alignment: 'center', bold: true, fontSize: TITLE_SIZE },
      { canvas: [line(0), line(2.5)] },
    ],
    margin: [0, 0, 0, points(4)],
  }
}

/** Places for signatures side by side: with the name, else with a line to write on. */
const buildSignatures = ({ signatures }: Extract<PrintedBlock, { type: 'signatures' }>): Content => ({
  columns: signatures.map(({ title, text }) => ({
    columns: [
      { text: title, width: 'auto' },
      text === ''
        ? { canvas: [{ type: 'line', x1: 0, y1: 13, x2: points(20), y2: 13, lineWidth: 0.5 }], width: '*' }
        : { text, width: '*' },
    ],
    columnGap: points(2),
  })),
  columnGap: points(4),
  margin: [0, points(2), 0, 0],
  unbreakable: true,
})
