import type { JsonObject } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'

/** The items of a new dictionary, and the colours of their tags. */
export interface PastedItems {
  items: { value: string; text: string }[]
  /** Colours by value, as the keyword `tag` of a field has them. */
  tags: Record<string, string>
  /** The lines that are left out because their value has come before. */
  repeated: string[]
}

/** The colours of tags by their names, as users write them. */
const colours: Readonly<Record<string, string>> = {
  ...{ default: 'default', blue: 'blue', green: 'green', orange: 'orange', red: 'red', grey: 'grey' },
  ...{ 默认: 'default', 蓝: 'blue', 绿: 'green', 橙: 'orange', 红: 'red', 灰: 'grey' },
}

const findColor = (word: string | undefined): string | undefined => {
  const name = (word ?? '').trim().toLowerCase().replace(/色$/, '')
  return Object.hasOwn(colours, name) ? colours[name] : undefined
}

/** The lines of a sheet; a single line of texts with commas between them is a list of texts. */
function splitLines(sheet: string): string[] {
  const lines = sheet.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [only = ''] = lines
  return lines.length === 1 && !only.includes('\t') ? only.split(/[、，,；;]/) : lines
}

/**
 * Items from a pasted column, one on each line: a text, a text with a colour, a value with a text, or all three, with tabs
 * between them. A value that comes again is left out.
 */
export function readItems(sheet: string): PastedItems {
  const items: PastedItems['items'] = []
  const tags: Record<string, string> = {}
  const repeated: string[] = []
  const values = new Set<string>()
  for (const line of splitLines(sheet)) {
    const cells = line.split('\t').map((cell) => cell.trim())
    const colour = cells.length > 1 ? findColor(cells.at(-1)) : undefined
    const [value = '', text = value] = colour === undefined ? cells : cells.slice(0, -1)
    if (value === '' || text === '') continue
    if (values.has(value)) {
      repeated.push(value === text ? value : `${value} ${text}`)
      continue
    }
    values.add(value)
    items.push({ value, text })
    if (colour !== undefined) tags[value] = colour
  }
  return { items, tags, repeated }
}

/** Texts that a line names. */
const MAX_NAMED = 8

/** Texts in a line: the first ones, and how many there are. */
export const namedTexts = (texts: readonly string[]): string =>
  texts.slice(0, MAX_NAMED).join('、') + (texts.length > MAX_NAMED ? ` 等 ${texts.length} 个` : '')

/** A code from the first letters of a title that is not taken: 柜型 is `gx`. */
export function suggestCode(title: string, isTaken: (code: string) => boolean): string {
  const letters = initials(title)
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, 30)
  if (letters === '') return ''
  for (let number = 1; ; number++) {
    const code = `${letters}${number === 1 ? '' : number}`
    if (!isTaken(code)) return code
  }
}

/** The id of a dictionary or a picker by its code: `stk_kind` is `dict/stk-kind`. */
export const idOfCode = (group: 'dict' | 'picker', code: string): string =>
  `${group}/${code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** A dictionary with fixed items. */
export const newDict = (code: string, title: string, items: PastedItems['items']): JsonObject => ({
  version: currentVersion,
  kind: 'dict',
  id: idOfCode('dict', code),
  title,
  code,
  items,
})
