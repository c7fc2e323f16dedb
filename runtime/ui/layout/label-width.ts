/** Minimum column width in pixels for labels beside their fields; narrower columns have labels above. */
export const MIN_WIDTH_BESIDE = 320

const MIN_WIDTH = 76
const MAX_WIDTH = 118
const characterWidth = 14
/** Of the mark of a required field, and of the help icon with its gap. */
const markWidth = 16
const helpWidth = 18

interface Labelled {
  title: string
  help?: string | undefined
}

/** Width in pixels of the longest label that is no sentence: usually four characters, with mark and help icon. */
export function labelWidth(fields: Iterable<Labelled>): number {
  const widths = [...fields].map(
    ({ title, help }) => [...title].length * characterWidth + markWidth + (help ? helpWidth : 0),
  )
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...widths))
}
