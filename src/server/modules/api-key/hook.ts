import { pointer } from '#runtime/kernel/problem.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { apiKeyId, keyTable, listScreenIds } from './keys.ts'

const refuse = defineRefusals(
  { API_KEY_FOREIGN: '这是别人的密钥，只能由本人修改；要停用请点「吊销」' },
  'FORBIDDEN',
)

/** A key has the rights of the one who made it: nobody else changes what it may do, and no save brings back a revoked one. */
export const apiKeyHook: RecordHook = {
  name: 'api-key.guard',
  table: keyTable,
  description:
    'API 密钥：只能改自己的，不能管密钥自己，有效期到了要写新的；密钥由「生成密钥」给出。读 screens、expireTime、state',
  async beforeSave({ user, before, after }) {
    if (before && before.createBy !== user.username) throw refuse('API_KEY_FOREIGN')
    if (after.state !== (before?.state ?? 'none'))
      throw badValues([{ path: pointer('state'), code: 'api-key', text: '状态由「生成密钥」和「吊销」改' }])
    if (listScreenIds(String(after.screens)).includes(apiKeyId))
      throw badValues([
        { path: pointer('screens'), code: 'api-key', text: '密钥不能管密钥，请去掉「API 密钥」' },
      ])
    const isNew = before?.expireTime !== after.expireTime
    if (isNew && String(after.expireTime) <= formatDateTime(currentTime()))
      throw badValues([{ path: pointer('expireTime'), code: 'api-key', text: '有效期应在现在之后' }])
  },
}
