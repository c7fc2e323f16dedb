import { useQuery } from '@tanstack/react-query'
import { type MenuTreeNode, menuTreeQuery } from '#runtime/data/menu-tree.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The entries of the menu, with those below them; absent for a user who may not read them. */
export function useMenuTree(isNeeded = true) {
  const { http, can } = useServices()
  return useQuery({ ...menuTreeQuery(http), enabled: isNeeded && can('permission:list') })
}

export const menuGroups = (tree: readonly MenuTreeNode[]): MenuTreeNode[] =>
  tree.filter(({ menuType }) => menuType === 0)
