import { type MenuEntry, type MenuPage, openedAddress } from '#client/menu/menu.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { recordTitle } from '#runtime/schema/derive.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'

/** What can be found and opened: an entry of the menu, a button for a new record, a document. */
export interface Target {
  path: string
  title: string
  /** Where it is: the titles of the parent groups, from the top. */
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

const buildIndex = (targets: readonly Target[]): SearchIndex =>
  targets.map((target) => ({
    ...target,
    words: target.title.toLowerCase(),
    letters: initials(target.title),
    place: target.groups.join(' ').toLowerCase(),
  }))

/** The index of all visible menu entries that can be opened. */
export const indexTargets = (entries: readonly MenuEntry[], pages: readonly MenuPage[]): SearchIndex =>
  buildIndex(listTargets(entries, indexFrames(pages)))

/** The index of the records that the user may add. */
export const indexActions = (documents: readonly IndexEntry[]): SearchIndex =>
  buildIndex(
    documents.flatMap(({ title, path, canAdd }) =>
      canAdd && path ? [{ path: `${path}?form=add`, title: `新增${recordTitle(title)}`, groups: [] }] : [],
    ),
  )

/** The index of the documents as the designer opens them. */
export const indexDocuments = (documents: readonly IndexEntry[]): SearchIndex =>
  buildIndex(
    documents.map(({ id, title }) => ({
      path: `/online/cgform?design=${encodeURIComponent(id)}`,
      title,
      groups: [id],
    })),
  )

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

/** Matches title, pinyin initials, path, then parent groups; every word has to match. Ties keep the menu order. */
export function search(index: SearchIndex, typed: string, most: number): readonly Target[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return index
    .map((target) => ({ target, far: words.reduce((sum, word) => sum + distance(target, word), 0) }))
    .filter(({ far }) => far < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ target }) => target)
}
