import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { RecordHook } from '../../records/hooks.ts'
import { badValues } from '../../records/refuse.ts'

const problem = (key: string, text: string): Problem => ({ path: pointer(key), code: 'user-agent', text })

/** An agent is another user; the fields of the document allow existing users only. */
export const agentHook: RecordHook = {
  name: 'user.agent',
  table: 'sys_user_agent',
  description: '代理人：保存后不能改用户，代理人不能是用户自己。读 userName、agentUserName',
  async beforeSave({ before, after }) {
    if (before && before.userName !== after.userName)
      throw badValues([problem('userName', '用户账号不能修改')])
    if (after.userName === after.agentUserName)
      throw badValues([problem('agentUserName', '代理人不能是用户自己')])
  },
}
