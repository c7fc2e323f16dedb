import type { MenuNode } from '../session/menu-node.ts'

/** What the side menu shows for a node. */
export interface Entry {
  id: string
  title: string
  icon?: string
  path: string
  /** Opens in a window of its own. */
  href?: string
  children: Entry[]
}

/** A node with a page of its own, and its ancestors from the top. */
export interface MenuPage {
  node: MenuNode
  path: string
  parents: MenuNode[]
}

/** Layouts hold other entries and show nothing themselves. */
const isContainer = (node: MenuNode): boolean => /^layouts\/(?!Iframe)/.test(node.component)
const pathOf = ({ path }: MenuNode): string => (path.startsWith('/') ? path : `/${path}`)
const hrefOf = ({ meta }: MenuNode): string | undefined =>
  (meta.internalOrExternal || meta.target) && meta.url && /^https?:\/\//.test(meta.url) ? meta.url : undefined

/** The menu without hidden entries and without containers that hold nothing. */
export function entriesOf(menu: readonly MenuNode[]): Entry[] {
  return menu
    .filter((node) => !node.hidden)
    .map((node) => ({
      id: node.id,
      title: node.meta.title,
      icon: node.meta.icon ?? undefined,
      path: pathOf(node),
      href: hrefOf(node),
      // A page may have routes below it; only a container's children are menu entries.
      children: isContainer(node) ? entriesOf(node.children ?? []) : [],
      isEmpty: isContainer(node),
    }))
    .filter(({ isEmpty, children }) => !isEmpty || children.length > 0)
    .map(({ isEmpty: _, ...entry }) => entry)
}

/** Every page the menu brings, hidden ones too; an entry whose route flag is "0" has none. */
export function pagesOf(menu: readonly MenuNode[], parents: MenuNode[] = []): MenuPage[] {
  return menu.flatMap((node) => {
    const own = !isContainer(node) && node.route !== '0' && !hrefOf(node)
    const below = pagesOf(node.children ?? [], [...parents, node])
    return own ? [{ node, path: pathOf(node), parents }, ...below] : below
  })
}

/** The ids of the entries around the one with the path, from the top: what the menu unfolds. */
export const groupsAround = (pages: readonly MenuPage[], pathname: string): string[] =>
  pages.find(({ path }) => path === pathname)?.parents.map(({ id }) => id) ?? []
