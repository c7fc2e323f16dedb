import type { Location } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { isSameJson } from '#runtime/kernel/json.ts'
import { formatAddress, getTabKey } from './place.ts'

/** The maximum number of kept pages. */
export const MAX_KEPT = 16

export interface Tab {
  key: string
  /** The address of its page, conditions and open form included. */
  location: Location
  /** The title that the page set; absent: the title of its menu entry. */
  name?: string
  /** Each new number mounts the page again. */
  round: number
}

export interface Tabs {
  /** In the order of the strip. */
  list: readonly Tab[]
  /** The visible tab; '' before the first. */
  active: string
  /** The tabs whose pages are mounted, the last used last. */
  mountedKeys: readonly string[]
  /** The page that has just been unmounted, to be mounted again. */
  blank: string | null
}

export const noTabs: Tabs = { list: [], active: '', mountedKeys: [], blank: null }

/** A visited address with the properties of pages that the tabs need. */
export interface Visit {
  location: Location
  /** Pages that may stay mounted; 1 where only one page is open at a time. */
  most: number
  /** False: the page of that tab ends when the user leaves it. */
  keeps(key: string): boolean
  isUnsaved(key: string): boolean
}

export type Step =
  | { kind: 'restore'; list: readonly Tab[] }
  | ({ kind: 'visit' } & Visit)
  | { kind: 'close'; keys: readonly string[] }
  | { kind: 'stand'; key: string; location: Location }
  | { kind: 'call'; key: string; name: string | undefined }
  | { kind: 'blank'; key: string }
  | { kind: 'again'; key: string }

export function reduce(tabs: Tabs, step: Step): Tabs {
  switch (step.kind) {
    case 'restore':
      return { ...noTabs, list: step.list }
    case 'visit':
      return visit(tabs, step)
    case 'close': {
      const stays = (key: string) => !step.keys.includes(key)
      return {
        ...tabs,
        list: tabs.list.filter(({ key }) => stays(key)),
        mountedKeys: tabs.mountedKeys.filter(stays),
      }
    }
    case 'stand':
      return change(tabs, step.key, { location: step.location })
    case 'call':
      return change(tabs, step.key, { name: step.name })
    case 'blank':
      return { ...tabs, blank: step.key }
    case 'again': {
      const round = (tabs.list.find(({ key }) => key === step.key)?.round ?? 0) + 1
      return { ...change(tabs, step.key, { round }), blank: null }
    }
  }
}

function change(tabs: Tabs, key: string, changes: Partial<Tab>): Tabs {
  return { ...tabs, list: tabs.list.map((tab) => (tab.key === key ? { ...tab, ...changes } : tab)) }
}

function visit(tabs: Tabs, { location, most, keeps, isUnsaved }: Visit): Tabs {
  const active = getTabKey(location)
  const mountedKeys = [
    ...tabs.mountedKeys.filter((key) => key !== active && (keeps(key) || isUnsaved(key))),
    active,
  ]
  // A page with unsaved work is never unmounted for another.
  for (const key of [...mountedKeys])
    if (mountedKeys.length > most && key !== active && !isUnsaved(key))
      mountedKeys.splice(mountedKeys.indexOf(key), 1)
  const isNew = !tabs.list.some(({ key }) => key === active)
  const list = isNew
    ? [...tabs.list, { key: active, location, round: 0 }]
    : tabs.list.map((tab) => (tab.key === active ? { ...tab, location: standing(tab, location) } : tab))
  const isOpen = ({ key }: Tab) => most > 1 || key === homePath || mountedKeys.includes(key)
  return { ...tabs, active, mountedKeys, list: list.filter(isOpen) }
}

/** The location of a tab after a visit: returning to the same address and state does not re-render its page. */
export const standing = (tab: Tab, location: Location): Location =>
  formatAddress(tab.location) === formatAddress(location) && isSameJson(tab.location.state, location.state)
    ? tab.location
    : location

export type Closing = 'one' | 'left' | 'right' | 'others'

/** The tabs to close, or why none can be closed; both absent: there is no tab on that side. */
export function closing(
  tabs: Tabs,
  range: Closing,
  key: string,
): { keys?: string[]; refusal?: 'home' | 'last' } {
  const all = tabs.list.map((tab) => tab.key)
  const at = all.indexOf(key)
  const ranges = {
    one: [key],
    left: all.slice(0, at),
    right: all.slice(at + 1),
    others: all.filter((other) => other !== key),
  }[range]
  if (ranges.length === 0) return {}
  if (ranges.length === all.length) return { refusal: 'last' }
  const keys = ranges.filter((other) => other !== homePath)
  return keys.length === 0 ? { refusal: 'home' } : { keys }
}

/** The tab to show when the listed ones close: the neighbour of the active one, the right one if there is one. */
export function neighbour({ list, active }: Tabs, going: readonly string[]): Tab | undefined {
  const at = list.findIndex(({ key }) => key === active)
  const stays = ({ key }: Tab) => !going.includes(key)
  return list.slice(at).find(stays) ?? list.slice(0, at).findLast(stays)
}
