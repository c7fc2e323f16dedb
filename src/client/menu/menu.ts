import { matchPath } from 'react-router-dom'
import { isWebAddress, menuAddress } from '#runtime/kernel/menu-address.ts'
import type { MenuNode } from '../session/menu-node.ts'

/** A node as the side menu shows it. */
export interface MenuEntry {
  id: string
  title: string
  icon?: string
  path: string
  /** Opens in a new window. */
  href?: string
  children: MenuEntry[]
}

/** A node with its page, and its ancestors from the top. */
export interface MenuPage {
  node: MenuNode
  path: string
  parents: MenuNode[]
}

/** Layouts contain other entries and show nothing themselves. */
const isContainer = (node: MenuNode): boolean => /^layouts\/(?!Iframe)/.test(node.component)
const getPath = ({ path }: MenuNode): string => (path.startsWith('/') ? path : `/${path}`)
const isOutside = ({ meta }: MenuNode): boolean =>
  Boolean(meta.internalOrExternal || meta.target) && isWebAddress(meta.url ?? '')

/** The address that a web address of the menu opens here; undefined when it may not be opened. */
export function openedAddress(url: string): string | undefined {
  const address = menuAddress(
    url,
    typeof window === 'undefined' ? 'http://localhost' : window.location.origin,
  )
  return address.kind === 'shown' ? address.url : undefined
}

/** The address of an entry that opens in a new window: an external one, or, with a target, its page. */
function findHref(node: MenuNode): string | undefined {
  if (isOutside(node)) return openedAddress(node.meta.url ?? '')
  return node.meta.target ? getPath(node) : undefined
}

/** The menu without hidden entries and without empty containers. */
export function listMenuEntries(menu: readonly MenuNode[]): MenuEntry[] {
  return menu
    .filter((node) => !node.hidden)
    .map((node) => {
      // A page may have routes below it; only a container's children are menu entries.
      const children = isContainer(node) ? listMenuEntries(node.children ?? []) : []
      return {
        id: node.id,
        title: node.meta.title,
        icon: node.meta.icon ?? undefined,
        path: getPath(node),
        href: findHref(node),
        isEmpty: isContainer(node) && children.length === 0,
        // One entry for the whole group: its pages link to each other.
        children: node.alwaysShow ? [] : children,
      }
    })
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ isEmpty: _, ...entry }) => entry)
}

/** Every page in the menu, including hidden ones; an entry whose route flag is "0" has none. */
export function listPages(menu: readonly MenuNode[], parents: MenuNode[] = []): MenuPage[] {
  return menu.flatMap((node) => {
    const isPage = !isContainer(node) && node.route !== '0' && !isOutside(node)
    const below = listPages(node.children ?? [], [...parents, node])
    return isPage ? [{ node, path: getPath(node), parents }, ...below] : below
  })
}

/** The page that a group leads to: the server's redirect, else the first page in it; undefined for a group without pages. */
export function findTarget(group: MenuNode): string | undefined {
  const inner = listPages(group.children ?? [])
  const first = inner.find((page) => !page.node.hidden && !page.path.includes(':'))
  return group.redirect || first?.path
}

/** The groups' addresses and their targets. */
export function listRedirects(menu: readonly MenuNode[]): { path: string; to: string }[] {
  return menu.filter(isContainer).flatMap((node) => {
    const to = findTarget(node)
    const redirects = to && to !== getPath(node) ? [{ path: getPath(node), to }] : []
    return [...redirects, ...listRedirects(node.children ?? [])]
  })
}

/** The page at an address: the one with exactly this path, else one whose path contains a parameter (`:code`). */
export const pageAt = (pages: readonly MenuPage[], pathname: string): MenuPage | undefined =>
  pages.find(({ path }) => path === pathname) ??
  pages.find(({ path }) => path.includes(':') && matchPath(path, pathname) !== null)

/** The entry that links to an address without a page of its own; its title names the address. */
export function linkAt(menu: readonly MenuNode[], pathname: string): MenuNode | undefined {
  for (const node of menu) {
    const link =
      node.route === '0' && !isContainer(node) && getPath(node) === pathname
        ? node
        : linkAt(node.children ?? [], pathname)
    if (link) return link
  }
  return undefined
}

/** The ids of the parent entries of the path, from the top: the menu unfolds them. */
export const groupsAround = (pages: readonly MenuPage[], pathname: string): string[] =>
  pageAt(pages, pathname)?.parents.map(({ id }) => id) ?? []
