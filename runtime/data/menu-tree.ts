import type { Http } from './http.ts'

/** An entry or a button of the whole menu, as `/sys/permission/list` answers it. */
export interface MenuTreeNode {
  id: string
  name: string
  url: string | null
  component: string | null
  /** 0 a group of the top level, 1 an entry below, 2 a button. */
  menuType: number
  perms: string | null
  children?: MenuTreeNode[]
}

/** The whole menu with its buttons. */
export const menuTreeQuery = (http: Http) => ({
  queryKey: ['permission', 'tree'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get<MenuTreeNode[]>('/sys/permission/list', undefined, signal),
  staleTime: 0,
})

/** The node with this id, at any depth. */
export function findNode(nodes: readonly MenuTreeNode[], id: string): MenuTreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children ?? [], id)
    if (found) return found
  }
  return undefined
}
