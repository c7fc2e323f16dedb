import type { MenuEntry } from '#client/menu/menu.ts'
import { storedAtom } from '#client/session/stored-atom.ts'

/** A page that a link may open. */
export interface Way {
  title: string
  /** The address, with the query that the document contains. */
  href: string
  icon?: string
  /** The menu group of the page. */
  group: string
}

export const MAX_LINKS = 12

const parse = (raw: unknown): Readonly<Record<string, readonly string[]>> | null =>
  typeof raw === 'object' && raw !== null && Object.values(raw).every(isPaths)
    ? (raw as Record<string, string[]>)
    : null
const isPaths = (raw: unknown): boolean => Array.isArray(raw) && raw.every((path) => typeof path === 'string')

/** The chosen paths of each user of this browser. */
export const chosenLinksAtom = storedAtom('QUICK_LINKS', parse, null)

/** Every page of this application that the menu shows. */
export const listWays = (entries: readonly MenuEntry[], group = ''): Way[] =>
  entries.flatMap(({ title, path, icon, href, children }) => {
    if (children.length > 0) return listWays(children, group || title)
    return href ? [] : [{ title, href: path, icon, group }]
  })

export const getPath = (href: string): string => href.split(/[?#]/)[0] ?? ''

/** The user's own links, else the default ones, without pages outside the user's menu. */
export function linksFor(
  selectedPaths: readonly string[] | undefined,
  usual: readonly { title: string; href: string }[],
  targets: readonly Way[],
): Way[] {
  const byPath = new Map(targets.map((target) => [target.href, target]))
  if (selectedPaths) return selectedPaths.flatMap((path) => byPath.get(path) ?? [])
  return usual.flatMap(({ title, href }) => {
    const target = byPath.get(getPath(href))
    return target ? [{ ...target, title, href }] : []
  })
}
