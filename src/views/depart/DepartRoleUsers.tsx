import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import { AnswerFrame } from '#runtime/screens/form/body/AnswerFrame.tsx'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'

interface DepartUser {
  id: string
  username: string
  realname: string
}

const MAX_USERS = 500

/** The users of a department with a tick for each who has the role; a tick is saved at once. */
export function DepartRoleUsers({ row, onClose }: ActionViewProps) {
  const roleId = row?.id ?? ''
  const depId = String(row?.departId ?? '')
  const { http, notify } = useServices()
  const [isSaving, setSaving] = useState(false)
  const query = useQuery({
    queryKey: ['depart-role', 'users', roleId],
    queryFn: async ({ signal }) => {
      const params = { depId, pageNo: 1, pageSize: MAX_USERS }
      const [{ records }, holders] = await Promise.all([
        http.get<{ records: DepartUser[] }>('/sys/user/departUserList', params, signal),
        http.get<string[]>('/sys/sysDepartRole/userIds', { roleId }, signal),
      ])
      return { users: records, holders }
    },
    staleTime: 0,
  })
  const put = async (userId: string, isHolder: boolean) => {
    setSaving(true)
    try {
      const roles = isHolder ? { newRoleId: roleId, oldRoleId: '' } : { newRoleId: '', oldRoleId: roleId }
      await http.send('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId, ...roles })
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      await query.refetch()
      setSaving(false)
    }
  }
  return (
    <AnswerFrame
      width={560}
      title={`用户：${String(row?.roleName ?? '')}`}
      query={query}
      failure="没有读到用户"
      onClose={onClose}
    >
      {({ users, holders }) => (
        <Table<DepartUser>
          size="middle"
          rowKey="id"
          loading={isSaving}
          dataSource={users}
          locale={{ emptyText: '这个部门还没有用户' }}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          rowSelection={{
            hideSelectAll: true,
            selectedRowKeys: holders,
            onSelect: ({ id }, isSelected) => void put(id, isSelected),
          }}
          columns={[
            { title: '用户账号', dataIndex: 'username' },
            { title: '用户名称', dataIndex: 'realname' },
          ]}
        />
      )}
    </AnswerFrame>
  )
}
