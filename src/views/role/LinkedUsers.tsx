import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { App, Button, Flex, Table, type TableColumnsType, Tag } from 'antd'
import Search from 'antd/es/input/Search'
import { type ReactNode, Suspense, useState } from 'react'
import { type ActionViewProps, useRuntime } from '#runtime/fields/context.tsx'
import { PickerModal } from '#runtime/fields/kit/picker/lazy-modal.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { UserForm } from './UserForm.tsx'
import { UsersDrawer } from './UsersDrawer.tsx'
import './role.css'

export interface LinkedUser {
  id: string
  username: string
  realname: string
  status: number
  orgCodeTxt: string | null
  /** Absent for readers who may not see them. */
  sex_dictText?: string | null
  phone?: string | null
}

interface UserPage {
  records: LinkedUser[]
  total: number
}

const PAGE_SIZE = 20

/** Users who are linked with a role or a department: how they are read, added and removed. */
export interface UserLinks {
  /** The role or department, in the queries and bodies of the requests. */
  owner: Readonly<Record<string, string>>
  listUrl: string
  addUrl: string
  removeUrl: string
  /** The noun in questions and empty states: 角色 or 部门. */
  noun: string
  /** The titles of the buttons for a new user, for existing ones and for the removal of the selected ones. */
  titles: { add: string; pick: string; remove: string }
  /** The field of a new user that names the role or the department. */
  field: 'selectedroles' | 'selecteddeparts'
  /** The id in that field. */
  id: string
}

interface Props extends Pick<ActionViewProps, 'onClose'> {
  title: string
  links: UserLinks
  /** Of the drawer in pixels. */
  width?: number
  /** Further columns behind the department. */
  columns?: TableColumnsType<LinkedUser>
  /** Further actions of a user. */
  tools?(user: LinkedUser): ReactNode
}

/** The users of a role or a department in a drawer, with a search, an add and a removal. */
export function LinkedUsers({ title, links, width = 720, columns = [], tools, onClose }: Props) {
  const { owner, listUrl, addUrl, removeUrl, noun, titles, field, id: ownerId } = links
  const { http, notify, can } = useRuntime()
  const { modal } = App.useApp()
  const [username, setUsername] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isPicking, setPicking] = useState(false)
  const [form, setForm] = useState<{ mode: 'add' | 'edit' | 'detail'; id?: string } | null>(null)
  const params = { ...owner, username, pageNo, pageSize: PAGE_SIZE }
  const users = useQuery({
    queryKey: ['linked-users', listUrl, params],
    queryFn: ({ signal }) => http.get<UserPage>(listUrl, params, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  const write = async (work: () => Promise<{ message: string }>) => {
    try {
      notify('success', (await work()).message)
      setSelected([])
    } catch (error) {
      notify('error', errorMessage(error))
    }
    await users.refetch()
  }
  const add = (userIdList: readonly string[]) =>
    write(() => http.send('POST', addUrl, { ...owner, userIdList }))
  const remove = (ids: readonly string[], content: string) =>
    modal.confirm({
      title: '取消关联',
      content,
      okText: '取消关联',
      cancelText: '返回',
      okButtonProps: { danger: true },
      onOk: () =>
        write(() =>
          http.send('DELETE', removeUrl, undefined, {
            params: { ...owner, userIds: ids.join(',') },
          }),
        ),
    })

  return (
    <UsersDrawer
      title={title}
      width={width}
      query={users}
      onClose={onClose}
      tools={
        <Flex gap="small" wrap className="view-role-tools">
          <Search
            allowClear
            placeholder="用户账号"
            aria-label="按用户账号查找"
            onSearch={(text) => {
              setUsername(text.trim())
              setPageNo(1)
            }}
          />
          {can('user:add') && (
            <Button type="primary" onClick={() => setForm({ mode: 'add' })}>
              {titles.add}
            </Button>
          )}
          {can('pick:user') && <Button onClick={() => setPicking(true)}>{titles.pick}</Button>}
          {selected.length > 0 && (
            <Button
              danger
              onClick={() => remove(selected, `确定要取消选中的 ${selected.length} 位用户的这个${noun}吗？`)}
            >
              {titles.remove}
            </Button>
          )}
        </Flex>
      }
    >
      <Table<LinkedUser>
        size="middle"
        rowKey="id"
        scroll={{ x: 'max-content' }}
        loading={users.isPending}
        dataSource={users.data?.records ?? []}
        locale={{ emptyText: username ? `没有账号含「${username}」的用户` : `这个${noun}还没有用户` }}
        rowSelection={{
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true,
          onChange: (keys) => setSelected(keys.map(String)),
        }}
        pagination={{
          current: pageNo,
          pageSize: PAGE_SIZE,
          total: users.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPageNo,
        }}
        columns={[
          { title: '用户账号', dataIndex: 'username' },
          { title: '用户名称', dataIndex: 'realname' },
          { title: '部门', dataIndex: 'orgCodeTxt', responsive: ['md'] },
          ...columns,
          {
            title: '状态',
            dataIndex: 'status',
            responsive: ['sm'],
            render: (status: number) => (
              <Tag bordered={false} color={status === 1 ? 'success' : 'warning'}>
                {status === 1 ? '正常' : '冻结'}
              </Tag>
            ),
          },
          {
            title: '操作',
            key: 'tools',
            render: (_, user) => (
              <>
                {can('user:edit') && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`编辑 ${user.realname}`}
                    onClick={() => setForm({ mode: 'edit', id: user.id })}
                  >
                    编辑
                  </Button>
                )}
                {tools?.(user)}
                {can('user:detail') && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`用户详情 ${user.realname}`}
                    onClick={() => setForm({ mode: 'detail', id: user.id })}
                  >
                    用户详情
                  </Button>
                )}
                <Button
                  type="link"
                  size="small"
                  aria-label={`取消关联 ${user.realname}`}
                  onClick={() => remove([user.id], `确定要取消「${user.realname}」的这个${noun}吗？`)}
                >
                  取消关联
                </Button>
              </>
            ),
          },
        ]}
      />
      {form && (
        <Suspense>
          <UserForm
            {...form}
            defaults={{ [field]: ownerId }}
            onClose={() => setForm(null)}
            onSaved={() => void users.refetch()}
          />
        </Suspense>
      )}
      {isPicking && (
        <Suspense>
          <PickerModal
            code="sel_user"
            many
            title="选择用户"
            onClose={() => setPicking(false)}
            onSelect={(picked) => {
              setPicking(false)
              void add(picked.map(({ id }) => id))
            }}
          />
        </Suspense>
      )}
    </UsersDrawer>
  )
}
