import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { HookContext, RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { requireNotBeyond } from '../session/interface.ts'

const problem = (key: string, text: string): Problem => ({ path: pointer(key), code: 'user-agent', text })

/** Nobody chooses who acts for a user above him. */
async function requireAuthority(
  { trx, user, sessions }: Pick<HookContext, 'trx' | 'user' | 'sessions'>,
  agents: readonly Readonly<JsonObject>[],
): Promise<void> {
  const names = agents.map(({ userName }) => String(userName ?? ''))
  const users = await trx
    .selectFrom('sys_user')
    .select('id')
    .where((where) => where('username', '=', where.fn.any(where.val(names))))
    .execute()
  const ids = users.map(({ id }) => id)
  await requireNotBeyond(sessions, trx, user, ids, 'before')
}

/** An agent is another user; the fields of the document allow existing users only. */
export const agentHook: RecordHook = {
  name: 'user.agent',
  table: 'sys_user_agent',
  description:
    '代理人：保存后不能改用户，代理人不能是用户自己，不能改权限比您多的人的代理人。读 userName、agentUserName',
  async beforeSave(context) {
    const { before, after } = context
    await requireAuthority(context, [after])
    if (before && before.userName !== after.userName)
      throw badValues([problem('userName', '用户账号不能修改')])
    if (after.userName === after.agentUserName)
      throw badValues([problem('agentUserName', '代理人不能是用户自己')])
  },
  beforeRemove: (context) => requireAuthority(context, context.records),
}
