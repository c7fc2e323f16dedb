import type { ActionViewProps } from '#runtime/fields/context.tsx'
import { GrantDrawer } from '../role/GrantDrawer.tsx'
import { type GrantSource, useGrants } from '../role/useGrants.ts'

const departRoleGrants = (roleId: string, departId: string): GrantSource => ({
  owner: { roleId },
  tree: { url: '/sys/sysDepartPermission/queryTreeListForDeptRole', params: { departId } },
  grantedUrl: '/sys/sysDepartPermission/queryDeptRolePermission',
  saveUrl: '/sys/sysDepartPermission/saveDeptRolePermission',
})

/** The permissions of a department's role, of those that the department has. */
export function DepartRoleGrants({ row, onClose }: ActionViewProps) {
  const grants = useGrants(departRoleGrants(row?.id ?? '', String(row?.departId ?? '')))
  return <GrantDrawer title={`授权：${String(row?.roleName ?? '')}`} grants={grants} onClose={onClose} />
}
