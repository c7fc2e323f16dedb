import type { ActionViewProps } from '#runtime/fields/context.tsx'
import { LinkedUsers } from '../role/LinkedUsers.tsx'

/** The users of a department, in a drawer over the departments that the user is responsible for. */
export function DepartUsers({ row, onClose }: ActionViewProps) {
  const id = row?.id ?? ''
  const links = {
    owner: { depId: id },
    listUrl: '/sys/user/departUserList',
    addUrl: '/sys/user/editSysDepartWithUser',
    removeUrl: '/sys/user/deleteUserInDepartBatch',
    id,
    field: 'selecteddeparts' as const,
    noun: '部门',
  }
  return <LinkedUsers title={`用户信息：${String(row?.departName ?? '')}`} links={links} onClose={onClose} />
}
