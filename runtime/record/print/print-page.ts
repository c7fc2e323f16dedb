import { formatDateTime } from '#runtime/kernel/time.ts'

/** The records of one document; each starts on a page of its own. */
export const MAX_PRINTED_RECORDS = 100

/** A sheet of paper: `width` and `height` in millimetres, `size` as the print CSS has it. */
export interface Paper {
  width: number
  height: number
  size: string
  isLabel: boolean
}

const shortSide = { A4: 210, A5: 148 } as const
const longSide = { A4: 297, A5: 210 } as const

/** Pixels of CSS. */
export const PIXELS_PER_MILLIMETRE = 96 / 25.4

/** The papers that the preview offers for a record or a list without a template. */
export const pageChoices = [
  { value: 'A4', label: 'A4 纵向' },
  { value: 'A4 landscape', label: 'A4 横向' },
  { value: 'A5', label: 'A5 纵向' },
  { value: 'A5 landscape', label: 'A5 横向' },
] as const

/** The paper by the text of a document: `A5 landscape`, `label 60x40 mm`. A text without meaning is A4. */
export function parsePaper(page: string): Paper {
  const label = /^label (\d+)x(\d+) mm$/.exec(page)
  if (label) {
    const [width, height] = [Number(label[1]), Number(label[2])]
    return { width, height, size: `${width}mm ${height}mm`, isLabel: true }
  }
  const name = page.startsWith('A5') ? 'A5' : 'A4'
  const isLandscape = page.endsWith('landscape')
  const [short, long] = [shortSide[name], longSide[name]]
  return isLandscape
    ? { width: long, height: short, size: `${name} landscape`, isLabel: false }
    : { width: short, height: long, size: `${name} portrait`, isLabel: false }
}

/** A text as a CSS string; every character with a meaning in CSS is escaped. */
const cssText = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ,，。：:.()（）-]/gu, (mark) => `\\${mark.codePointAt(0)?.toString(16)} `)}"`

/** The page rule: paper, margins, and on paper other than labels a footer with the note and the page number. */
export function pageRule({ size, isLabel }: Paper, note: string): string {
  if (isLabel) return `@page { size: ${size}; margin: 2mm; }`
  const font = 'font: 8pt sans-serif; color: black;'
  return `@page {
  size: ${size}; margin: 12mm 12mm 16mm;
  @bottom-left { content: ${cssText(note)}; ${font} }
  @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; ${font} }
}`
}

/** The note in the footer: the user who prints, and the minute. */
export const printNote = (realname: string, now: Date): string =>
  `打印：${realname} ${formatDateTime(now).slice(0, 16)}`
