import { type MenuEntry, type MenuPage, openedAddress } from '#client/menu/menu.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'

/** A searchable entry of the menu. */
export interface Target {
  path: string
  title: string
  /** The titles of the parent groups, from the top. */
  groups: readonly string[]
  /** Opens in a new window. */
  href?: string
}

interface Indexed extends Target {
  words: string
  letters: string
  place: string
}

export type SearchIndex = readonly Indexed[]

/** A page that shows another site in a frame opens in a new window when it was found by searching. */
function indexFrames(pages: readonly MenuPage[]): ReadonlyMap<string, string> {
  const frames = new Map<string, string>()
  for (const { path, node } of pages) {
    const href = node.component.startsWith('layouts/Iframe') && node.meta.url && openedAddress(node.meta.url)
    if (href) frames.set(path, href)
  }
  return frames
}

function listTargets(
  entries: readonly MenuEntry[],
  frames: ReadonlyMap<string, string>,
  groups: readonly string[] = [],
): Target[] {
  return entries.flatMap(({ title, path, href, children }) =>
    children.length > 0
      ? listTargets(children, frames, [...groups, title])
      : [{ path, title, groups, href: href ?? frames.get(path) }],
  )
}

/** The index of all visible menu entries that can be opened. */
export const indexTargets = (entries: readonly MenuEntry[], pages: readonly MenuPage[]): SearchIndex =>
  listTargets(entries, indexFrames(pages)).map((target) => ({
    ...target,
    words: target.title.toLowerCase(),
    letters: initials(target.title),
    place: target.groups.join(' ').toLowerCase(),
  }))

/** The distance of a search word from an entry: the smaller the better, `Infinity` without a match. */
function distance({ words, letters, place, path }: Indexed, word: string): number {
  if (words === word) return 0
  if (words.startsWith(word)) return 1
  if (words.includes(word)) return 2
  if (letters.startsWith(word)) return 3
  if (letters.includes(word)) return 4
  if (path.toLowerCase().includes(word)) return 5
  return place.includes(word) || initials(place).includes(word) ? 6 : Number.POSITIVE_INFINITY
}

/** Users do not read more results. */
const MAX_HITS = 50

/** Matches title, pinyin initials, path, then parent groups; every word has to match. Ties keep the menu order. */
export function search(index: SearchIndex, typed: string): readonly Target[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return index
    .map((target) => ({ target, far: words.reduce((sum, word) => sum + distance(target, word), 0) }))
    .filter(({ far }) => far < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_HITS)
    .map(({ target }) => target)
}
