import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#runtime/fields/context.tsx'

export interface MenuNode {
  id: string
  name: string
  url: string | null
  component: string | null
  /** 0 is a group of the top level. */
  menuType: number
  children?: MenuNode[]
}

/** The entries of the menu, with those below them; absent for a user who may not read them. */
export function useMenuTree(isNeeded = true) {
  const { http, can } = useRuntime()
  return useQuery({
    queryKey: ['design menu'],
    queryFn: ({ signal }) => http.get<MenuNode[]>('/sys/permission/list', undefined, signal),
    enabled: isNeeded && can('permission:list'),
    staleTime: 0,
  })
}

export const menuGroups = (tree: readonly MenuNode[]): MenuNode[] =>
  tree.filter(({ menuType }) => menuType === 0)
