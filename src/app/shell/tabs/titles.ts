import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { pageTitle } from '#client/institution.ts'
import { linkAt, type MenuPage, pageAt } from '#client/menu/menu.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import type { MenuNode } from '#client/session/menu-node.ts'
import { type Address, getTabKey, isRecord } from './place.ts'
import { tabsAtom } from './state.ts'

const notFound = '页面不存在'

/** Pages that exist whether or not the menu contains them. */
const fixedTitles: Readonly<Record<string, string>> = {
  '/403': '拒绝访问',
  '/404': notFound,
  '/example/bench': '组件目录',
}

export interface Menu {
  menu: readonly MenuNode[]
  pages: readonly MenuPage[]
}

/** The title of a page in the menu; undefined: there is no such page. */
export function titleAt({ menu, pages }: Menu, address: Address): string | undefined {
  const { pathname } = address
  if (pathname === homePath) return '首页'
  const page = pageAt(pages, pathname)
  if (!page) return fixedTitles[pathname]
  const { title } = (linkAt(menu, pathname) ?? page.node).meta
  return isRecord(address) ? `${title}详情` : title
}

/** The title of the visible page: the name of its tab, else its title in the menu; undefined at home. */
export function useVisibleTitle(): string | undefined {
  const location = useLocation()
  const menu = useAtomValue(menuAtom)
  const key = getTabKey(location)
  const name = useAtomValue(tabsAtom).list.find((tab) => tab.key === key)?.name
  return location.pathname === homePath ? undefined : (name ?? titleAt(menu, location) ?? notFound)
}

/** The window title is the title of the visible page before the name of the institution; at home that name alone. */
export function usePageTitle(): void {
  const title = useVisibleTitle()
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
