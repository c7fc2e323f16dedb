import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { GrantDrawer } from '../role/GrantDrawer.tsx'
import { rulesOfDepart } from '../role/rule-source.ts'
import { type GrantSource, useGrants } from '../role/useGrants.ts'
import { useRuleDrawer } from './useRuleDrawer.tsx'

const departGrants = (departId: string): GrantSource => ({
  owner: { departId },
  tree: { url: '/sys/permission/queryTreeList' },
  grantedUrl: '/sys/permission/queryDepartPermission',
  saveUrl: '/sys/permission/saveDepartPermission',
})

/** What the roles of a department may grant at most, in a drawer over the list of departments. */
export function DepartPermissions({ row, onClose }: ActionViewProps) {
  const departId = row?.id ?? ''
  const grants = useGrants(departGrants(departId))
  const { listLinks, drawer } = useRuleDrawer(grants, rulesOfDepart(departId))
  return (
    <GrantDrawer
      title={`部门权限：${String(row?.departName ?? '')}`}
      grants={grants}
      listLinks={listLinks}
      onClose={onClose}
    >
      {drawer}
    </GrantDrawer>
  )
}
