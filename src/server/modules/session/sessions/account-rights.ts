import type { Excess } from '../../../platform/http/limits/beyond.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { readPeople } from './people.ts'
import type { Sessions } from './sessions.ts'

const refuse = defineRefusals({
  ADMIN_ONLY: '只有系统管理员可以操作系统管理员的账号',
  USER_BEYOND: '用户「{name}」{excess}，您不能改他的账号、角色和部门，请找系统管理员',
  USER_RAISED: '这样保存后用户「{name}」{excess}，不能超过您自己的，请找系统管理员',
})

const words: Readonly<Record<Excess, string>> = {
  administrator: '是系统管理员',
  tenant: '有您没有的租户',
  code: '有您没有的权限',
  depart: '能看到您看不到的部门数据',
  rows: '能看到您看不到的数据',
}

/**
 * Compares the accounts of other users with the rights of the user who changes them: nobody changes the account of a user who may
 * see or do more (`before`), and no change lifts an account, the own one included, above its author (`after`). The
 * comparison is that of a view of another user; administrators are above every account.
 */
export async function requireNotBeyond(
  sessions: Pick<Sessions, 'excess'>,
  trx: Trx,
  actor: SessionUser,
  userIds: readonly string[],
  moment: 'before' | 'after',
): Promise<void> {
  if (actor.isAdmin) return
  const others = moment === 'before' ? userIds.filter((id) => id !== actor.id) : userIds
  for (const person of await readPeople(trx, others)) {
    const excess = sessions.excess(actor, person)
    if (excess === 'administrator') throw refuse('ADMIN_ONLY')
    if (excess !== null)
      throw refuse(moment === 'before' ? 'USER_BEYOND' : 'USER_RAISED', {
        values: { name: person.realname, excess: words[excess] },
      })
  }
}
