import type { MenuPage } from '#client/menu/menu.ts'
import { isPageAddress, isPageName } from '#runtime/rules/addresses.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import type { Announcement } from './messages.ts'

/** The target of an announcement: a page of this application, an external address in a new window, or none. */
export type Destination =
  | { kind: 'page'; to: string }
  | { kind: 'outside'; href: string }
  | { kind: 'missing'; component: string; tried: string[] }

/** For `openType` url: a path of this application or http(s); any other address has no target. */
export function findLink({ openType, openPage }: Announcement): Destination | null {
  const page = openPage?.trim() ?? ''
  if (openType !== 'url' || !isPageAddress(page)) return null
  return page.startsWith('/') ? { kind: 'page', to: page } : { kind: 'outside', href: page }
}

const getPageName = (openPage: string | null): string => (openPage ?? '').trim().replace(/^\//, '')

/** Whether a message opens a document or view; one whose page is no name of any is shown without it. */
export const namesPage = ({ openType, openPage }: Announcement): boolean =>
  openType === 'component' && isPageName(getPageName(openPage))

/** For `openType` component: the page of the named document or view, with the record `busId` open. */
export function resolveComponent(
  { openPage, busId }: Announcement,
  index: readonly IndexEntry[],
  pages: readonly MenuPage[],
): Destination {
  const name = getPageName(openPage)
  const document = index.find(
    ({ id, components, path }) => id === name || components.includes(name) || path === `/${name}`,
  )
  const names = new Set([name, ...(document ? [document.id, ...document.components] : [])])
  const page = pages.find(({ node, path }) => names.has(node.component) || path === `/${name}`)
  if (!page) return { kind: 'missing', component: name, tried: [`schemas/${name}.json`, `src/views/${name}`] }
  const query = busId ? `?${new URLSearchParams({ form: 'detail', id: busId })}` : ''
  return { kind: 'page', to: `${page.path}${query}` }
}
