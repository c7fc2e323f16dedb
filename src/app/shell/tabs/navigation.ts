import { parsePath, type To } from 'react-router-dom'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { type Address, formatAddress, getFormPlace, getTabKey } from './place.ts'
import type { Tabs } from './tabs.ts'

export const toAddress = (to: To) => {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to
  return { pathname, search, hash }
}

/**
 * A plain path, as menus use it, opens the last address of its tab, with conditions and open form. The state of its
 * location belongs to the step of the history that set it, so the new step does not get it.
 */
export function restoredAddress(tabs: Tabs, current: Address, to: To): To {
  const target = toAddress(to)
  const key = getTabKey(target)
  if (target.search || target.hash || key === getTabKey(current)) return to
  const tab = tabs.list.find((candidate) => candidate.key === key)
  return tab ? formatAddress(tab.location) : to
}

/** The page whose unsaved work a navigation would discard; undefined: none. Pages of other tabs stay mounted. */
export function pageLosingWork(tabs: Tabs, current: Address, to: Address): string | undefined {
  const key = getTabKey(to)
  const left = key === getTabKey(current) ? current : tabs.list.find((tab) => tab.key === key)?.location
  const isMoved = left !== undefined && getFormPlace(left) !== getFormPlace(to)
  return isMoved && hasUnsaved(key) ? key : undefined
}
