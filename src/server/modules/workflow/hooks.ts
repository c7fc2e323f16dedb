import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { anyTenant } from '../../records/access/case-tenant.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { listActive } from '../../records/workflow/staff.ts'
import { handOverAndTell, handOverOfLeaving } from './hand-over.ts'

const problem = (key: string, text: string): Problem => ({ path: pointer(key), code: 'stand-in', text })

const readText = (record: Readonly<JsonObject>, key: string): string => String(record[key] ?? '')

/** A person on leave has somebody else who stands in, and who may get the tasks that wait already. */
export const standInHook: RecordHook = {
  name: 'workflow.standIn',
  table: 'sys_workflow_stand_in',
  description:
    '休假代办：代办人不能是本人，账号要在用；「现有待办」选移交时，等本人办理的都交给代办人。读 person、standIn、categories、workflows、handsOver',
  async beforeSave({ trx, after }) {
    const [person, standIn] = [readText(after, 'person'), readText(after, 'standIn')]
    if (person === standIn) throw badValues([problem('standIn', '代办人不能是休假的人自己，请换一个人')])
    if ((await listActive(trx, [standIn])).length === 0)
      throw badValues([problem('standIn', '代办人的账号不存在或者已经停用，请换一个人')])
  },
  async afterSave({ trx, notify, user, after, transient }) {
    if (transient.handsOver !== 'Y') return
    await handOverAndTell(
      { trx, notify },
      {
        from: readText(after, 'person'),
        candidates: [readText(after, 'standIn')],
        categories: readText(after, 'categories').split(',').filter(Boolean),
        workflows: readText(after, 'workflows').split(',').filter(Boolean),
        within: anyTenant,
        isOwner: true,
        by: user.username,
        action: '代办',
        opinion: readText(after, 'reason'),
      },
    )
  },
}

/** Who cannot work any more has no tasks. */
export const leavingHook: RecordHook = {
  name: 'workflow.leaving',
  table: 'sys_user',
  description:
    '停用或删除用户：等他办理的待办交给代办人，没有的交给上一级负责人或管理员。读 username、status',
  async afterSave({ trx, notify, user, before, after }) {
    const username = readText(after, 'username')
    if (before?.status === 1 && after.status !== 1)
      await handOverOfLeaving({ trx, notify }, user, username, [username])
  },
  async beforeRemove({ trx, notify, user, records }) {
    const leaving = records.map((record) => readText(record, 'username'))
    for (const username of leaving) await handOverOfLeaving({ trx, notify }, user, username, leaving)
  },
}
