import { Navigate, useLocation } from 'react-router-dom'
import { userPaths } from '#client/guard.ts'
import { Done } from '../alteration/Done.tsx'
import type { Registered } from '../calls.ts'
import { UserLayout } from '../UserLayout.tsx'

/** The registered name is part of the navigation state, which survives a reload. */
export default function RegisterResult() {
  const { state, search } = useLocation()
  const { username, waiting } = (state ?? {}) as Partial<Registered>
  if (!username) return <Navigate to={userPaths.register + search} replace />
  return (
    <UserLayout title="注册结果">
      <Done text={`您的账户：${username} 注册成功`}>
        {waiting && <p className="app-said">管理员开通后即可登录。</p>}
      </Done>
    </UserLayout>
  )
}
