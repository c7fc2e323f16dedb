import { formatDateTime } from '#runtime/kernel/time.ts'
import { type PageLayout, pageMargins, parsePaper } from '#runtime/schema/kinds/print/page.ts'
import { type Running, type RunningLine, type RunningPart, runningPlaces } from './running.ts'

/** Pixels of CSS. */
export const PIXELS_PER_MILLIMETRE = 96 / 25.4

/** A text as a CSS string; every character with a meaning in CSS is escaped. */
const cssText = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ,，。：:.()（）-]/gu, (mark) => `\\${mark.codePointAt(0)?.toString(16)} `)}"`

const cssPart = (part: RunningPart): string =>
  typeof part === 'string' ? cssText(part) : `counter(${part.count})`

const cssBoxes = (edge: 'top' | 'bottom', line: RunningLine | undefined): string =>
  runningPlaces
    .flatMap((place) => {
      const parts = line?.[place]
      if (!parts || parts.length === 0) return []
      const content = parts.map(cssPart).join(' ')
      return [`  @${edge}-${place} { content: ${content}; font: 8pt sans-serif; color: black; }\n`]
    })
    .join('')

/** The page rule: paper, margins, header and footer; `name` is that of the pages where records differ in them. */
export function pageRule(layout: PageLayout, { header, footer }: Running, name = ''): string {
  const { top, right, bottom, left } = pageMargins(layout)
  const margin = [top, right, bottom, left].map((length) => `${length}mm`).join(' ')
  const boxes = cssBoxes('top', header) + cssBoxes('bottom', footer)
  return `@page ${name} {\n  size: ${parsePaper(layout.page).size}; margin: ${margin};\n${boxes}}`
}

/** The note in the footer: the user who prints, and the minute. */
export const printNote = (realname: string, now: Date): string =>
  `打印：${realname} ${formatDateTime(now).slice(0, 16)}`
