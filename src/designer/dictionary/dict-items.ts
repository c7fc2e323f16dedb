import type { JsonObject } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/pinyin.ts'

/** The items of a new dictionary, and the colours of their tags. */
export interface PastedItems {
  items: { value: string; text: string }[]
  /** Colours by value, as the keyword `tag` of a field has them. */
  tags: Record<string, string>
}

/** The colours of tags by their names, as users write them. */
const colours: Readonly<Record<string, string>> = {
  ...{ default: 'default', blue: 'blue', green: 'green', orange: 'orange', red: 'red', grey: 'grey' },
  ...{ 默认: 'default', 蓝: 'blue', 绿: 'green', 橙: 'orange', 红: 'red', 灰: 'grey' },
}

const colourOf = (word: string | undefined): string | undefined => {
  const name = (word ?? '').trim().toLowerCase().replace(/色$/, '')
  return Object.hasOwn(colours, name) ? colours[name] : undefined
}

/**
 * Items from a pasted column, one on each line: a text, a text with a colour, a value with a text, or all three, with tabs
 * between them. A value or text that comes again is left out.
 */
export function readItems(sheet: string): PastedItems {
  const items: PastedItems['items'] = []
  const tags: Record<string, string> = {}
  const values = new Set<string>()
  for (const line of sheet.split(/\r?\n/)) {
    const cells = line.split('\t').map((cell) => cell.trim())
    const colour = cells.length > 1 ? colourOf(cells.at(-1)) : undefined
    const [value = '', text = value] = colour === undefined ? cells : cells.slice(0, -1)
    if (value === '' || text === '' || values.has(value)) continue
    values.add(value)
    items.push({ value, text })
    if (colour !== undefined) tags[value] = colour
  }
  return { items, tags }
}

/** A code from the first letters of a title that no dictionary has: 柜型 is `gx`. */
export function suggestCode(title: string, taken: ReadonlySet<string>): string {
  const letters = initials(title)
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, 30)
  if (letters === '') return ''
  for (let number = 1; ; number++) {
    const code = `${letters}${number === 1 ? '' : number}`
    if (!taken.has(code)) return code
  }
}

/** The id of a dictionary or a picker by its code: `stk_kind` is `dict/stk-kind`. */
export const idOfCode = (group: 'dict' | 'picker', code: string): string =>
  `${group}/${code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** A dictionary with fixed items. */
export const newDict = (code: string, title: string, items: PastedItems['items']): JsonObject => ({
  version: 1,
  kind: 'dict',
  id: idOfCode('dict', code),
  title,
  code,
  items,
})
