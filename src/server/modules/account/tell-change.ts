import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { SessionServices } from '../session/interface.ts'

/** What one user did to the account of another one: the title of the message, and what its author did. */
const changes = {
  password: ['您的登录密码被重置', '重置了您的登录密码，您登录后要再改一次'],
  phone: ['您的手机号码被修改', '修改了您的手机号码'],
  email: ['您的邮箱被修改', '修改了您的邮箱'],
  secondFactor: ['您的两步验证被关闭', '关闭了您的两步验证，您登录时只要密码，请尽快重新开启'],
  frozen: ['您的账号被冻结', '冻结了您的账号'],
  thawed: ['您的账号被解冻', '解冻了您的账号'],
  removed: ['您的账号被删除', '删除了您的账号'],
  restored: ['您的账号被还原', '还原了您的账号'],
} as const

type AccountChange = keyof typeof changes

/** Tells the users whose accounts somebody else changed, by a message in their inbox; `tell` is absent without an inbox. */
export async function tellChange(
  tell: SessionServices['notifyUser'],
  actor: SessionUser,
  userIds: readonly string[],
  change: AccountChange,
): Promise<void> {
  const [title, deed] = changes[change]
  const text = `${actor.realname}（${actor.username}）${deed}。如果您不知道这件事，请联系系统管理员。`
  for (const userId of new Set(userIds)) if (userId !== actor.id) await tell?.({ userId, title, text })
}
