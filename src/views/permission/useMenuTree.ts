import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#runtime/fields/context.tsx'

/** An entry or a button of the whole menu, as `/sys/permission/list` answers it. */
export interface MenuTreeNode {
  id: string
  name: string
  /** 0 and 1 menu entries, 2 a button. */
  menuType: number
  component: string | null
  perms: string | null
  children?: MenuTreeNode[]
}

const noNodes: MenuTreeNode[] = []

/** The whole menu with its buttons. */
export function useMenuTree(isNeeded = true) {
  const { http } = useRuntime()
  const { data = noNodes, isFetching } = useQuery({
    queryKey: ['permission', 'tree'],
    queryFn: ({ signal }) => http.get<MenuTreeNode[]>('/sys/permission/list', undefined, signal),
    staleTime: 0,
    enabled: isNeeded,
  })
  return { nodes: data, isLoading: isFetching && data === noNodes }
}

/** The node with this id, at any depth. */
export function findNode(nodes: readonly MenuTreeNode[], id: string): MenuTreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children ?? [], id)
    if (found) return found
  }
  return undefined
}

/** All nodes, those below others included. */
export const allNodes = (nodes: readonly MenuTreeNode[]): MenuTreeNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])])
