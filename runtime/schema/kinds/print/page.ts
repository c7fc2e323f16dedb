/** A sheet of paper: `width` and `height` in millimetres, `size` as the print CSS has it. */
export interface Paper {
  width: number
  height: number
  size: string
  /** A single label: narrow margins, no page numbers. */
  isLabel: boolean
}

/** Millimetres between the edges of the paper and the content. */
export interface Margins {
  top: number
  right: number
  bottom: number
  left: number
}

/** A sheet of labels below and beside each other; lengths in millimetres. */
export interface LabelGrid {
  columnCount: number
  rowCount: number
  width: number
  height: number
  gapX?: number
  gapY?: number
}

/** The parts of a template that decide where its content stands on the paper. */
export interface PageLayout {
  page: string
  margins?: Partial<Margins>
  labels?: LabelGrid
  header?: object
  footer?: object
}

const sheets = { A4: [210, 297], A5: [148, 210] } as const

/** The papers that the preview offers for a record or a list without a template. */
export const pageChoices = [
  { value: 'A4', label: 'A4 纵向' },
  { value: 'A4 landscape', label: 'A4 横向' },
  { value: 'A5', label: 'A5 纵向' },
  { value: 'A5 landscape', label: 'A5 横向' },
  { value: '241x140 mm', label: '三联纸 241×140' },
] as const

/** The paper by the text of a document: `A5 landscape`, `241x140 mm`, `label 60x40 mm`. A text without meaning is A4. */
export function parsePaper(page: string): Paper {
  const [, label, x, y] = /^(label )?(\d+)x(\d+) mm$/.exec(page) ?? []
  if (x !== undefined)
    return {
      width: Number(x),
      height: Number(y),
      size: `${x}mm ${y}mm`,
      isLabel: label !== undefined,
    }
  const name = page.startsWith('A5') ? 'A5' : 'A4'
  const [short, long] = sheets[name]
  return page.endsWith('landscape')
    ? { width: long, height: short, size: `${name} landscape`, isLabel: false }
    : { width: short, height: long, size: `${name} portrait`, isLabel: false }
}

const SIDE = 12
/** Above a footer, and below a header. */
const RUNNING_SIDE = 16
const LABEL_SIDE = 2

/** Whether a page has the footer with the note and the page number without a footer of its template. */
export const hasDefaultFooter = ({ page, labels }: PageLayout): boolean =>
  labels === undefined && !parsePaper(page).isLabel

/** The margins of a template: those that it declares, else those of its paper. */
export function pageMargins(layout: PageLayout): Margins {
  const isLabel = parsePaper(layout.page).isLabel
  const side = isLabel ? LABEL_SIDE : SIDE
  const hasFooter = layout.footer !== undefined || hasDefaultFooter(layout)
  return {
    top: layout.header === undefined ? side : RUNNING_SIDE,
    right: side,
    bottom: hasFooter ? RUNNING_SIDE : side,
    left: side,
    ...layout.margins,
  }
}

/** The place for content on each page of a template. */
export function contentSize(layout: PageLayout): { width: number; height: number } {
  const { width, height } = parsePaper(layout.page)
  const { top, right, bottom, left } = pageMargins(layout)
  return { width: width - left - right, height: height - top - bottom }
}

/** The width and the height of all labels of a sheet with the gaps between them. */
export const gridSize = ({ columnCount, rowCount, width, height, gapX = 0, gapY = 0 }: LabelGrid) => ({
  width: columnCount * width + (columnCount - 1) * gapX,
  height: rowCount * height + (rowCount - 1) * gapY,
})
