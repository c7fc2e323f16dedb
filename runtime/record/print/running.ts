import { hasDefaultFooter } from '#runtime/schema/kinds/print/page.ts'
import type { PrintTemplate } from './print-template.ts'

/** A text, or the number of the page, or the number of all pages. */
export type RunningPart = string | { count: 'page' | 'pages' }

export const runningPlaces = ['left', 'center', 'right'] as const

/** The texts of a header or a footer. */
export type RunningLine = { readonly [Place in (typeof runningPlaces)[number]]?: readonly RunningPart[] }

/** What is above and below the content of each page. */
export interface Running {
  header?: RunningLine
  footer?: RunningLine
}

const counts = /\{\s*(page|pages)\s*\}/

/** Divides a text at `{page}` and `{pages}`; `fill` replaces the other placeholders. */
export function splitRunning(text: string, fill: (text: string) => string): RunningPart[] {
  return text
    .split(counts)
    .map(
      (part, at): RunningPart => (at % 2 === 1 ? { count: part === 'page' ? 'page' : 'pages' } : fill(part)),
    )
    .filter((part) => part !== '')
}

/** The footer of a page whose template has none: the note, and the number of the page. */
export const defaultRunning = (note: string): Running => ({
  footer: { left: [note], right: splitRunning('第 {page} 页，共 {pages} 页', (text) => text) },
})

/** The header and the footer of a template with the texts of a record. */
export function fillRunning(template: PrintTemplate, fill: (text: string) => string, note: string): Running {
  const line = (texts: PrintTemplate['header']): RunningLine | undefined =>
    texts &&
    Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, splitRunning(text, fill)]))
  const header = line(template.header)
  const footer = line(template.footer)
  return {
    ...(hasDefaultFooter(template) && defaultRunning(note)),
    ...(header && { header }),
    ...(footer && { footer }),
  }
}

/** A text of a header or a footer on one page. */
export const writeRunning = (parts: readonly RunningPart[], page: number, pages: number): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.count === 'page' ? page : pages)).join('')
