import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { type RunningLine, runningPlaces, writeRunning } from '#runtime/record/print/running.ts'
import { contentSize, pageMargins, parsePaper } from '#runtime/schema/kinds/print/page.ts'
import { maxHeight } from './pdf-height.ts'
import { buildLabelSheets } from './pdf-labels.ts'
import { points } from './pdf-length.ts'
import type { PdfRecord, PdfSheet } from './pdf-sheet.ts'
import { barcode, stamp } from './pdf-svg.ts'
import { buildGrid, buildTable, type Room } from './pdf-table.ts'

/** The name under which the thread registers the font. */
export const FONT = 'Sans'

const TITLE_SIZE = 18
const textSizes = { small: 9, large: 14 } as const

/** The definition of a PDF file with the blocks that the preview draws; lengths in points. */
export function pdfDefinition(sheet: PdfSheet): TDocumentDefinitions {
  const { layout } = sheet
  const paper = parsePaper(layout.page)
  const { top, right, bottom, left } = pageMargins(layout)
  const size = contentSize(layout)
  const place = { ...sheet, width: points(size.width), height: points(size.height) }
  const content = layout.labels
    ? buildLabelSheets(sheet, layout.labels, (blocks, width) => drawAll(blocks, { ...place, width }))
    : sheet.records.map((record) => buildRecord(record, sheet, place))
  return {
    info: { title: sheet.name },
    pageSize: { width: points(paper.width), height: points(paper.height) },
    pageMargins: [points(left), points(top), points(right), points(bottom)],
    defaultStyle: { font: FONT, fontSize: 10.5 },
    images: { ...sheet.pictures },
    content,
  }
}

/** The pages of a record, with its header and its footer. */
function buildRecord({ blocks, running }: PdfRecord, { copies, layout }: PdfSheet, place: Place): Content {
  const { top, right, left } = pageMargins(layout)
  const sides = [points(left), points(right)] as const
  const { header, footer } = running
  return {
    section: { stack: Array.from({ length: copies }, (_, at) => buildCopy(blocks, place, at)) },
    ...(header && { header: buildRunning(header, sides, points(Math.max(0, top - 9))) }),
    ...(footer && { footer: buildRunning(footer, sides, points(5)) }),
  }
}

/** One copy of the content; copies are separated by a dashed line and not broken where they fit on a page. */
function buildCopy(blocks: readonly PrintedBlock[], place: Place, at: number): Content {
  const height = blocks.reduce((sum, block) => sum + maxHeight(block, place.width), 2 * points(6))
  return {
    stack: [...(at > 0 ? [separator(place.width)] : []), ...drawAll(blocks, place)],
    unbreakable: at > 0 && height <= place.height,
  }
}

const separator = (width: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, dash: { length: 3 } }],
  margin: [0, points(6), 0, points(6)],
})

/** The texts of a header or a footer on each page; `top` is their distance from the edge of its place. */
const buildRunning =
  (line: RunningLine, [left, right]: readonly [number, number], top: number) =>
  (page: number, pages: number): Content => ({
    columns: runningPlaces.map((alignment) => ({
      text: writeRunning(line[alignment] ?? [], page, pages),
      alignment,
    })),
    fontSize: 8,
    margin: [left, top, right, 0],
  })

type Place = Room & Pick<PdfSheet, 'institution' | 'pictures' | 'drawings'>

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
  fields: (block, place) => buildGroup(block.title, buildGrid(block, place)),
  table: (block, place) => buildGroup(block.title, buildTable(block, place)),
  signatures: (block) => buildSignatures(block),
  qr: ({ text, height }) => ({ qr: text, fit: points(height), margin: [0, 0, 0, points(1)] }),
  barcode: (block, { width }) => barcode(block, width),
  picture: (block, place) => buildPicture(block, place),
  // The next block has the break.
  pageBreak: () => [],
}

const drawn = (block: PrintedBlock, place: Place): Content =>
  (drawings[block.type] as (block: PrintedBlock, place: Place) => Content)(block, place)

/** The blocks below each other. */
const drawAll = (blocks: readonly PrintedBlock[], place: Place): Content[] =>
  blocks.flatMap((block, at) => {
    if (block.type === 'pageBreak') return []
    const isKept = 'keep' in block && block.keep === true && maxHeight(block, place.width) <= place.height
    const isAfterBreak = blocks[at - 1]?.type === 'pageBreak'
    const content = drawn(block, place)
    if (!isKept && !isAfterBreak) return [content]
    // pdfmake loses what an unbreakable part has beyond one page.
    return [
      {
        stack: [content],
        ...(isKept && { unbreakable: true }),
        ...(isAfterBreak && { pageBreak: 'before' as const }),
      },
    ]
  })

/** A picture within its height and its width; one that could not be read is a text that says so. */
function buildPicture(
  { path, height, width, align }: Extract<PrintedBlock, { type: 'picture' }>,
  { width: room, pictures, drawings }: Place,
): Content {
  const drawing = drawings?.[path]
  if (drawing !== undefined)
    return { svg: drawing, fit: [room, points(height)], margin: [0, 0, 0, points(3)] }
  if (pictures[path] === undefined) return { text: '（图片不在了，或者太大，没有印）', fontSize: 9 }
  const most = width === undefined ? room : Math.min(room, points(width))
  return {
    image: path,
    fit: [most, points(height)],
    alignment: align ?? 'left',
    margin: [0, 0, 0, points(2)],
  }
}

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
