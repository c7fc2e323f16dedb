import { keptPagesKey } from '#client/session/state.ts'
import { readStored, writeStored } from '#client/session/storage.ts'
import { formatAddress, getTabKey, parseLocation } from './place.ts'
import type { Tab } from './tabs.ts'

const openTabs = 'OPEN_TABS'
const routeTitle = 'ROUTE_TITLE'

const isText = (raw: unknown): raw is string => typeof raw === 'string' && raw.startsWith('/')

/** The title of a path, and its entry of the menu. */
export interface RouteTitle {
  menu: string
  title: string
}

const titles = (): Record<string, Partial<RouteTitle>> => {
  const raw = readStored(routeTitle)
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}

/** The tabs that the user had open in this window; those of another user are not returned. */
export function readTabs(username: string): Tab[] {
  const raw = readStored(openTabs) as { username?: unknown; addresses?: unknown } | null
  if (raw?.username !== username || !Array.isArray(raw.addresses)) return []
  const storedTitles = titles()
  return raw.addresses.filter(isText).map((address) => {
    const location = parseLocation(address)
    const key = getTabKey(location)
    const title = key.includes('?') ? storedTitles[key]?.title : undefined
    return { key, location, round: 0, ...(typeof title === 'string' && { name: title }) }
  })
}

/** A reload restores them; another window has its own. */
export function writeTabs(username: string, list: readonly Tab[]): void {
  writeStored(
    openTabs,
    { username, addresses: list.map(({ location }) => formatAddress(location)) },
    'browser',
  )
}

/** Titles are stored for the open tabs only. */
export const writeTitles = (open: Readonly<Record<string, RouteTitle>>): void =>
  writeStored(routeTitle, open, null)

export const writeKept = (names: readonly string[]): void => writeStored(keptPagesKey, names, null)
