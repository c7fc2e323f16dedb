import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { RecordHook } from '../../records/hooks.ts'
import { badValues } from '../../records/refuse.ts'

const problem = (key: string, text: string): Problem => ({ path: pointer(key), code: 'user-agent', text })

/** An agent is another user; the fields of the document allow existing users only. */
export const agentHook: RecordHook = {
  name: 'user.agent',
  description: '代理人：起止日期核对，不能代理自己',
  async beforeSave({ before, after }) {
    if (before && before.userName !== after.userName)
      throw badValues([problem('userName', '用户账号不能修改')])
    if (after.userName === after.agentUserName)
      throw badValues([problem('agentUserName', '代理人不能是用户自己')])
  },
}
