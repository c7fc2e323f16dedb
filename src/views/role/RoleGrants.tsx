import { useState } from 'react'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { GrantDrawer } from './GrantDrawer.tsx'
import type { NodeLink } from './GrantTree.tsx'
import { hasRules, type PermissionNode } from './grant-tree.ts'
import { Proposals } from './Proposals.tsx'
import { rulesOfRole } from './rule-source.ts'
import { roleGrants, useGrants } from './useGrants.ts'

const RoleDataRules = lazyDialog(async () => (await import('./RoleDataRules.tsx')).RoleDataRules)
const RoleColumns = lazyDialog(async () => (await import('./RoleColumns.tsx')).RoleColumns)

interface Props extends Pick<ActionViewProps, 'row' | 'onClose'> {
  /** The first text of the search for permissions; none by default. */
  firstSearch?: string
}

/** The permissions of a role, in a drawer over a list of roles. */
export function RoleGrants({ row, firstSearch, onClose }: Props) {
  const roleId = row?.id ?? ''
  const { can, notify } = useServices()
  const canWriteRules = can('permission:rules')
  const grants = useGrants(roleGrants(roleId))
  const [menu, setMenu] = useState<PermissionNode | null>(null)
  const [listed, setListed] = useState<PermissionNode | null>(null)
  const openColumns = (node: PermissionNode) =>
    // Columns change the permissions of the role, with which unsaved ticks would be compared.
    grants.isChanged ? notify('info', '请先保存授权，再设置列') : setListed(node)
  // Rules and columns of an entry are granted with it, and only what is saved is granted.
  const listLinks = (node: PermissionNode): NodeLink[] => {
    if (node.menuType !== 1 || !grants.saved.has(node.key)) return []
    return [
      ...(hasRules(node) || canWriteRules ? [{ label: '数据规则', open: () => setMenu(node) }] : []),
      ...(node.columnFlag === 1 ? [{ label: '列', open: () => openColumns(node) }] : []),
    ]
  }

  return (
    <GrantDrawer
      title={`授权：${String(row?.roleName ?? '')}`}
      grants={grants}
      {...(firstSearch !== undefined && { firstSearch })}
      listLinks={listLinks}
      above={
        <Proposals roleId={roleId} canDecide={!grants.isChanged} onDecide={() => void grants.reload()} />
      }
      onClose={onClose}
    >
      {menu && (
        <RoleDataRules
          key={menu.key}
          source={rulesOfRole(roleId)}
          menu={menu}
          onClose={() => setMenu(null)}
          onChange={() => void grants.reloadTree()}
        />
      )}
      {listed && (
        <RoleColumns
          key={listed.key}
          roleId={roleId}
          menu={listed}
          onClose={() => setListed(null)}
          onChange={() => void grants.reload()}
        />
      )}
    </GrantDrawer>
  )
}
