import type { MenuNode } from '../session/menu-node.ts'

/** A page of the whole menu with the roles that have it, as `/sys/permission/explainMenu` answers it. */
export interface ExplainedEntry {
  id: string
  title: string
  path: string
  /** The titles of the groups around it, from the top. */
  groups: string[]
  roles: { id: string; name: string }[]
}

/** A page that the menu of a user does not show. */
export interface MissingEntry extends ExplainedEntry {
  because: string
  /** The user may open the page: its entry is hidden. */
  isGranted: boolean
}

/** The ids in a menu: those of all nodes, and those that are shown or reached from a shown group. */
function collectIds(menu: readonly MenuNode[]) {
  const all = new Set<string>()
  const visible = new Set<string>()
  const walk = (nodes: readonly MenuNode[], isVisible: boolean) => {
    for (const node of nodes) {
      const isNodeVisible = isVisible && !node.hidden
      all.add(node.id)
      if (isNodeVisible) visible.add(node.id)
      walk(node.children ?? [], isNodeVisible)
    }
  }
  walk(menu, true)
  return { all, visible }
}

/** The pages that a user's menu does not show, with the reason; the page of `path` first. */
export function missingEntries(
  entries: readonly ExplainedEntry[],
  menu: readonly MenuNode[],
  path = '',
): MissingEntry[] {
  const { all, visible } = collectIds(menu)
  const missing = entries
    .filter(({ id }) => !visible.has(id))
    .map((entry) => {
      const isGranted = all.has(entry.id)
      const because = isGranted
        ? '有权打开，菜单项设为隐藏，只能由链接或地址进入'
        : '所属的角色都没有这个菜单的授权'
      return { ...entry, isGranted, because }
    })
  const isAt = (entry: MissingEntry) => path !== '' && (entry.path === path || `/${entry.id}` === path)
  return [...missing.filter(isAt), ...missing.filter((entry) => !isAt(entry))]
}
