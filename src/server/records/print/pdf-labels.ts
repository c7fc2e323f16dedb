import type { Content } from 'pdfmake/interfaces'
import { layLabels } from '#runtime/record/print/label-sheets.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { type LabelGrid, pageMargins } from '#runtime/schema/kinds/print/page.ts'
import { points } from './pdf-length.ts'
import type { PdfSheet } from './pdf-sheet.ts'

/** Millimetres between the edge of a label and its content. */
const PADDING = 2

/** A page for each sheet of labels; `draw` draws a record in a width in points. */
export function buildLabelSheets(
  { records, layout, start, copies }: PdfSheet,
  grid: LabelGrid,
  draw: (blocks: readonly PrintedBlock[], width: number) => Content[],
): Content[] {
  const { columnCount, width, height, gapX = 0, gapY = 0 } = grid
  const { top, left } = pageMargins(layout)
  const inner = points(width - 2 * PADDING)
  const place = (at: number) => ({
    x: points(left + (at % columnCount) * (width + gapX) + PADDING),
    y: points(top + Math.floor(at / columnCount) * (height + gapY) + PADDING),
  })
  return layLabels(records, grid, { start, copies }).map((sheet) => ({
    // The last row of labels may be below the margin of a page.
    pageMargins: [points(left), points(top), 0, 0],
    section: {
      stack: [
        { text: '' },
        ...sheet.flatMap((record, at): Content[] =>
          record === null
            ? []
            : [
                {
                  table: { widths: [inner], body: [[{ stack: draw(record.blocks, inner) }]] },
                  layout: bare,
                  absolutePosition: place(at),
                },
              ],
        ),
      ],
    },
  }))
}

const bare = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}
