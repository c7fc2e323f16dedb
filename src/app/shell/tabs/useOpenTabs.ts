import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { type Location, useLocation } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { pageAt } from '#client/menu/menu.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import { userAtom } from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { type RouteTitle, readTabs, writeKept, writeTabs, writeTitles } from './memory.ts'
import { parseLocation } from './place.ts'
import { tabsAtom } from './state.ts'
import { MAX_KEPT, type Tab, type Tabs } from './tabs.ts'
import { type Menu, titleAt } from './titles.ts'

/** Home first, then the tabs that this window had open, as far as the user may still open them. */
function remembered(username: string, menu: Menu): Tab[] {
  const before = readTabs(username).filter(({ location }) => titleAt(menu, location) !== undefined)
  const home = before.find(({ key }) => key === homePath) ?? {
    key: homePath,
    location: parseLocation(homePath),
    round: 0,
  }
  const others = before.filter(({ key }) => key !== homePath)
  return pageAt(menu.pages, homePath) ? [home, ...others] : others
}

/** The tabs follow the address bar, and are stored. */
export function useOpenTabs(): { tabs: Tabs; location: Location } {
  const location = useLocation()
  const store = useStore()
  const menu = useAtomValue(menuAtom)
  const tabs = useAtomValue(tabsAtom)
  const step = useSetAtom(tabsAtom)
  const username = useAtomValue(userAtom)?.username
  const { multipage } = useAtomValue(settingsAtom)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu that changes closes no tab
  useLayoutEffect(() => {
    if (username) step({ kind: 'restore', list: remembered(username, menu) })
  }, [username, step])

  useLayoutEffect(() => {
    // An address without a page redirects to a page at once.
    if (titleAt(menu, location) === undefined) return
    const keeps = (key: string) =>
      pageAt(menu.pages, parseLocation(key).pathname)?.node.meta.keepAlive !== false
    const most = multipage ? MAX_KEPT : 1
    step({ kind: 'visit', location, most, keeps, isUnsaved: hasUnsaved })
  }, [menu, location, multipage, step])

  const { list, mountedKeys } = tabs
  useEffect(() => {
    // After sign-out the data of the session has been removed.
    if (!username || !store.get(userAtom)) return
    writeTabs(username, list)
    writeTitles(Object.fromEntries(list.map((tab) => [tab.key, buildRouteTitle(menu, tab)])))
    writeKept(mountedKeys.flatMap((key) => listNames(menu, key)))
  }, [username, store, list, mountedKeys, menu])

  return { tabs, location }
}

const buildRouteTitle = (menu: Menu, { location, name }: Tab): RouteTitle => ({
  menu: pageAt(menu.pages, location.pathname)?.path ?? location.pathname,
  title: name ?? titleAt(menu, location) ?? '',
})

function listNames({ pages }: Menu, key: string): string[] {
  const node = pageAt(pages, parseLocation(key).pathname)?.node
  return node ? [node.meta.componentName ?? node.name] : []
}
