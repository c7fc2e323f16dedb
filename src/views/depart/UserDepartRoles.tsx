import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/StateNote.tsx'

interface Props {
  departId: string
  user: { id: string; realname: string }
  onClose(): void
}

interface DepartRole {
  id: string
  roleName: string
}

/** The roles of a department, with a tick for each that the user has. */
export function UserDepartRoles({ departId, user, onClose }: Props) {
  const { http, notify } = useRuntime()
  const [ticked, setTicked] = useState<readonly string[]>()
  const [isSaving, setSaving] = useState(false)
  const query = useQuery({
    queryKey: ['depart-role', 'of-user', departId, user.id],
    queryFn: async ({ signal }) => {
      const params = { departId, userId: user.id }
      const [roles, links] = await Promise.all([
        http.get<DepartRole[]>('/sys/sysDepartRole/getDeptRoleList', params, signal),
        http.get<{ droleId: string }[]>('/sys/sysDepartRole/getDeptRoleByUserId', params, signal),
      ])
      return { roles, held: links.map(({ droleId }) => droleId) }
    },
    staleTime: 0,
    gcTime: 0,
  })
  const { data } = query
  const chosen = ticked ?? data?.held ?? []
  const save = async () => {
    if (!data || !ticked) return onClose()
    setSaving(true)
    try {
      const body = { userId: user.id, newRoleId: ticked.join(','), oldRoleId: data.held.join(',') }
      notify('success', (await http.send('POST', '/sys/sysDepartRole/deptRoleUserAdd', body)).message)
      onClose()
    } catch (error) {
      notify('error', errorMessage(error))
      setSaving(false)
    }
  }
  return (
    <FormChrome
      open="modal"
      width={440}
      title={`部门角色：${user.realname}`}
      ready={null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={isSaving} disabled={!data} onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
      {query.error ? (
        <LoadFailure title="没有读到部门角色" error={query.error} onRetry={query.refetch} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : data.roles.length === 0 ? (
        <StateNote title="这个部门还没有角色" text="在「部门角色」里新增以后，可以在这里分给用户。" />
      ) : (
        <Flex vertical gap="small">
          {data.roles.map(({ id, roleName }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                setTicked(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            >
              {roleName}
            </Checkbox>
          ))}
        </Flex>
      )}
    </FormChrome>
  )
}
