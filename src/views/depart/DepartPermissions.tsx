import type { ActionViewProps } from '#runtime/fields/context.tsx'
import { GrantDrawer } from '../role/GrantDrawer.tsx'
import { type GrantSource, useGrants } from '../role/useGrants.ts'

const departGrants = (departId: string): GrantSource => ({
  owner: { departId },
  tree: { url: '/sys/permission/queryTreeList' },
  grantedUrl: '/sys/permission/queryDepartPermission',
  saveUrl: '/sys/permission/saveDepartPermission',
})

/** What the roles of a department may grant at most, in a drawer over the list of departments. */
export function DepartPermissions({ row, onClose }: ActionViewProps) {
  const grants = useGrants(departGrants(row?.id ?? ''))
  return (
    <GrantDrawer title={`部门权限：${String(row?.departName ?? '')}`} grants={grants} onClose={onClose} />
  )
}
