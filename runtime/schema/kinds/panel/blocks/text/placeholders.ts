const placeholder = /\{([A-Za-z]\w*)\}/g

/** A part of a text: itself, or the name in braces in its place. */
export type TextPart = { text: string } | { key: string }

/** The parts of a text with names in braces. */
export const splitText = (text: string): TextPart[] =>
  text.split(placeholder).map((part, at) => (at % 2 === 0 ? { text: part } : { key: part }))

/** The names in braces of a text. */
export const listPlaceholders = (text: string): string[] =>
  splitText(text).flatMap((part) => ('key' in part ? [part.key] : []))

/** The text with the texts of its figures; one without a value is a dash. */
export const fillFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (_, key: string) => figures[key] || '—')
