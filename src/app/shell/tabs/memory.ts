import { keptPagesKey } from '../../session/state.ts'
import { readStored, writeStored } from '../../session/storage.ts'
import { addressOf, keyOf, locationOf } from './place.ts'
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

/** The tabs that this window had open for the person; another person's are none. */
export function readTabs(username: string): Tab[] {
  const raw = readStored(openTabs) as { username?: unknown; addresses?: unknown } | null
  if (raw?.username !== username || !Array.isArray(raw.addresses)) return []
  const named = titles()
  return raw.addresses.filter(isText).map((address) => {
    const location = locationOf(address)
    const key = keyOf(location)
    const said = key.includes('?') ? named[key]?.title : undefined
    return { key, location, round: 0, ...(typeof said === 'string' && { name: said }) }
  })
}

/** A reload finds them again; another window has its own. */
export function writeTabs(username: string, list: readonly Tab[]): void {
  writeStored(openTabs, { username, addresses: list.map(({ location }) => addressOf(location)) }, 'browser')
}

/** Titles are kept for the tabs that are open. */
export const writeTitles = (open: Readonly<Record<string, RouteTitle>>): void =>
  writeStored(routeTitle, open, null)

export const writeKept = (names: readonly string[]): void => writeStored(keptPagesKey, names, null)
