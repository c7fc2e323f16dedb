const getWidth = (character: string): number => ((character.codePointAt(0) ?? 0) < 128 ? 1 : 2)

/** Cuts text wider than `width` and appends an ellipsis; a character beyond ASCII counts 2. */
export function ellipsis(text: string, width = 25): string {
  let used = 0
  let end = 0
  for (const character of text) {
    used += getWidth(character)
    if (used > width) return `${text.slice(0, end)}…`
    end += character.length
  }
  return text
}

const wrappers: Readonly<Record<string, (value: string) => string>> = {
  like: (value) => `*${value}*`,
  right_like: (value) => `${value}*`,
  left_like: (value) => `*${value}`,
  ne: (value) => `!${value}`,
  ge: (value) => `>=${value}`,
  le: (value) => `<=${value}`,
  gt: (value) => `>${value}`,
  lt: (value) => `<${value}`,
}

/** A list parameter as the text filter writes it: `*value*` for like, `!value`, `>=value`, …; '' stays ''. */
export function wrapFilter(rule: string, value: string, trim = false): string {
  const text = trim ? value.trim() : value
  const wrap = Object.hasOwn(wrappers, rule) ? wrappers[rule] : undefined
  return text === '' || !wrap ? text : wrap(text)
}

const HALF_CHARACTER = /\p{Surrogate}/gu

/** Whether PostgreSQL can store the text: without U+0000 and without half a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\u0000') && text.search(HALF_CHARACTER) < 0

/** The text without the characters that PostgreSQL cannot store. */
export const storableText = (text: string): string =>
  text.replaceAll('\u0000', '').replace(HALF_CHARACTER, '')
