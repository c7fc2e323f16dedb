import type { ActionViewProps } from '#runtime/fields/context.tsx'
import { LinkedUsers } from './LinkedUsers.tsx'

/** The users of a role, in a drawer over the list of roles. */
export function RoleUsers({ row, onClose }: ActionViewProps) {
  const id = row?.id ?? ''
  const links = {
    owner: { roleId: id },
    listUrl: '/sys/user/userRoleList',
    addUrl: '/sys/user/addSysUserRole',
    removeUrl: '/sys/user/deleteUserRoleBatch',
    id,
    field: 'selectedroles' as const,
    noun: '角色',
    titles: { add: '新增用户', pick: '已有用户', remove: '删除' },
  }
  return <LinkedUsers title={`用户：${String(row?.roleName ?? '')}`} links={links} onClose={onClose} />
}
