import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { GrantDrawer } from '../role/GrantDrawer.tsx'
import { rulesOfDepartRole } from '../role/rule-source.ts'
import { type GrantSource, useGrants } from '../role/useGrants.ts'
import { useRuleDrawer } from './useRuleDrawer.tsx'

const departRoleGrants = (roleId: string, departId: string): GrantSource => ({
  owner: { roleId },
  tree: { url: '/sys/sysDepartPermission/queryTreeListForDeptRole', params: { departId } },
  grantedUrl: '/sys/sysDepartPermission/queryDeptRolePermission',
  saveUrl: '/sys/sysDepartPermission/saveDeptRolePermission',
})

/** The permissions of a department's role, of those that the department has. */
export function DepartRoleGrants({ row, onClose }: ActionViewProps) {
  const [roleId, departId] = [row?.id ?? '', String(row?.departId ?? '')]
  const grants = useGrants(departRoleGrants(roleId, departId))
  const { listLinks, drawer } = useRuleDrawer(grants, rulesOfDepartRole(roleId, departId))
  return (
    <GrantDrawer
      title={`授权：${String(row?.roleName ?? '')}`}
      grants={grants}
      listLinks={listLinks}
      onClose={onClose}
    >
      {drawer}
    </GrantDrawer>
  )
}
