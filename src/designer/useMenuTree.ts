import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#runtime/contract/context.tsx'
import { type MenuTreeNode, menuTreeQuery } from '#runtime/data/menu-tree.ts'

/** The entries of the menu, with those below them; absent for a user who may not read them. */
export function useMenuTree(isNeeded = true) {
  const { http, can } = useRuntime()
  return useQuery({ ...menuTreeQuery(http), enabled: isNeeded && can('permission:list') })
}

export const menuGroups = (tree: readonly MenuTreeNode[]): MenuTreeNode[] =>
  tree.filter(({ menuType }) => menuType === 0)
