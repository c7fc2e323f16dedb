import { type ReactNode, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { NodeLink } from '../role/GrantTree.tsx'
import type { PermissionNode } from '../role/grant-tree.ts'
import type { RuleSource } from '../role/rule-source.ts'
import type { useGrants } from '../role/useGrants.ts'

const RoleDataRules = lazyDialog(async () => (await import('../role/RoleDataRules.tsx')).RoleDataRules)

/** The link to the data rules of a granted menu entry, and the drawer that it opens. */
export function useRuleDrawer(
  grants: ReturnType<typeof useGrants>,
  source: RuleSource,
): { listLinks(node: PermissionNode): readonly NodeLink[]; drawer: ReactNode } {
  const { can } = useServices()
  const canWriteRules = can('permission:rules')
  const [menu, setMenu] = useState<PermissionNode | null>(null)
  return {
    // Rules of an entry are ticked with it, and only what is saved has ticks.
    listLinks: (node) =>
      node.menuType === 1 && grants.saved.has(node.key) && (node.ruleFlag === 1 || canWriteRules)
        ? [{ label: '数据规则', open: () => setMenu(node) }]
        : [],
    drawer: menu && (
      <RoleDataRules
        key={menu.key}
        source={source}
        menu={menu}
        onClose={() => setMenu(null)}
        onChange={() => void grants.reloadTree()}
      />
    ),
  }
}
