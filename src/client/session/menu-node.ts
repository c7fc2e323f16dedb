import { type AuthItem, type AuthLists, decide } from '#runtime/access/decide.ts'

/** A node of the server's menu (docs/http.md, "Menu entries"). */
export interface MenuNode {
  id: string
  path: string
  name: string
  component: string
  redirect?: string | null
  /** "0" is a container only: no route of its own. */
  route?: string
  hidden?: boolean
  alwaysShow?: boolean
  children?: MenuNode[]
  meta: {
    title: string
    icon?: string | null
    url?: string
    target?: string
    /** True: opens in a new window. */
    internalOrExternal?: boolean
    /** False: its page ends when the user leaves it. */
    keepAlive?: boolean
    componentName?: string | null
    /** Without breadcrumbs above it. */
    hiddenHeaderContent?: boolean
    /** Codes of which the user needs at least one. */
    permissionList?: readonly AuthItem[]
  }
}

const isAllowed = ({ meta: { permissionList = [] } }: MenuNode, lists: AuthLists): boolean =>
  permissionList.length === 0 ||
  permissionList.some(({ action, type }) => decide(action, lists, type === '2' ? 'enabled' : 'visible').allow)

/** The menu without the entries whose permission list contains no code of the user. */
export const allowedMenu = (menu: readonly MenuNode[], lists: AuthLists): MenuNode[] =>
  menu
    .filter((node) => isAllowed(node, lists))
    .map((node) => (node.children ? { ...node, children: allowedMenu(node.children, lists) } : node))
