import type { ActionViewProps } from '#runtime/fields/context.tsx'
import { LinkedUsers } from './LinkedUsers.tsx'

/** The users of a role, in a drawer over the list of roles. */
export function RoleUsers({ row, onClose }: ActionViewProps) {
  const links = {
    owner: { roleId: row?.id ?? '' },
    listUrl: '/sys/user/userRoleList',
    addUrl: '/sys/user/addSysUserRole',
    removeUrl: '/sys/user/deleteUserRoleBatch',
    noun: '角色',
  }
  return <LinkedUsers title={`用户：${String(row?.roleName ?? '')}`} links={links} onClose={onClose} />
}
