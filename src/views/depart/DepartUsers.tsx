import { Button, type TableColumnsType } from 'antd'
import { Suspense, useState } from 'react'
import { type ActionViewProps, useRuntime } from '#runtime/fields/context.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { type LinkedUser, LinkedUsers } from '../role/LinkedUsers.tsx'

const UserDepartRoles = lazyPart(async () => (await import('./UserDepartRoles.tsx')).UserDepartRoles)

const columns: TableColumnsType<LinkedUser> = [
  { title: '性别', dataIndex: 'sex_dictText', responsive: ['md'] },
  { title: '电话', dataIndex: 'phone', responsive: ['md'] },
]

/** The users of a department, in a drawer over the departments that the user is responsible for. */
export function DepartUsers({ row, onClose }: ActionViewProps) {
  const { can } = useRuntime()
  const [chosen, setChosen] = useState<LinkedUser | null>(null)
  const id = row?.id ?? ''
  const links = {
    owner: { depId: id },
    listUrl: '/sys/user/departUserList',
    addUrl: '/sys/user/editSysDepartWithUser',
    removeUrl: '/sys/user/deleteUserInDepartBatch',
    id,
    field: 'selecteddeparts' as const,
    noun: '部门',
    titles: { add: '新建用户', pick: '添加已有用户', remove: '取消关联' },
  }
  return (
    <>
      <LinkedUsers
        title={`用户信息：${String(row?.departName ?? '')}`}
        links={links}
        width={960}
        columns={columns}
        tools={(user) =>
          can('depart:role:users') && (
            <Button
              type="link"
              size="small"
              aria-label={`部门角色 ${user.realname}`}
              onClick={() => setChosen(user)}
            >
              部门角色
            </Button>
          )
        }
        onClose={onClose}
      />
      {chosen && (
        <Suspense>
          <UserDepartRoles departId={id} user={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}
