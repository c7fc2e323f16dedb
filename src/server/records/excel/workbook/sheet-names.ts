import { getTitle } from '#runtime/schema/derive.ts'
import type { Resource } from '../../resource.ts'

/** Excel limits the names of sheets. */
const MAX_LENGTH = 31

/** The hidden sheet of a template with the lists to choose from. */
export const CHOICES_SHEET = '字典'

/** The title as the name of a sheet: without the characters that names may not contain, and at most 31 characters. */
export const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, MAX_LENGTH)
    .trim() || 'Sheet'

/** The titles as names of sheets, with a number behind those that another sheet has already; Excel ignores their case. */
export function distinctSheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const name = sheetName(title)
    let free = name
    for (let count = 2; taken.has(free.toLowerCase()); count += 1)
      free = `${name.slice(0, MAX_LENGTH - 4).trimEnd()} ${count}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** The names of the sheets of a resource: its own, and those of all its detail tables by their keys. */
export function listSheetNames({ screen, details }: Resource): {
  head: string
  details: Map<string, string>
} {
  const titles = details.map(({ field }) => getTitle(field))
  const [, head = '', ...names] = distinctSheetNames([CHOICES_SHEET, screen.title, ...titles])
  return { head, details: new Map(details.map(({ key }, at) => [key, names[at] ?? ''])) }
}
