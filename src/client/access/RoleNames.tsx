import { Link } from 'react-router-dom'
import { useServices } from '#runtime/services/services.tsx'

const roleList = '/isystem/roleUserList'

interface Props {
  roles: readonly { id: string; name: string }[]
  onLeave(): void
}

/** The roles that have a right, as links to the list of roles; without one, where it can be granted. */
export function RoleNames({ roles, onLeave }: Props) {
  const { can } = useServices()
  // The list of roles opens for those who may read it.
  if (!can('role:list'))
    return roles.length > 0
      ? `有此权限的角色：${roles.map(({ name }) => name).join('、')}`
      : '还没有角色有此权限，请联系系统管理员'
  const link = (text: string, address: string) => (
    <Link key={address} to={address} onClick={onLeave}>
      {text}
    </Link>
  )
  if (roles.length === 0) return <>还没有角色有此权限，{link('去授权', roleList)}</>
  return (
    <>
      有此权限的角色：
      {roles.map(({ name }, at) => [
        at > 0 && '、',
        link(name, `${roleList}?roleName=${encodeURIComponent(name)}`),
      ])}
    </>
  )
}
