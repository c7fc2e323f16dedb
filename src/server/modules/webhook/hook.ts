import { pointer } from '#runtime/kernel/problem.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { planHook } from './store-delivery.ts'
import { hookChannel } from './subscriptions.ts'

const refuse = defineRefusals(
  { WEBHOOK_FOREIGN: '这是别人的 Webhook，按他的权限发送，只能由本人修改' },
  'FORBIDDEN',
)

const bad = (key: string, text: string) => badValues([{ path: pointer(key), code: 'webhook', text }])

/** Requests have the rights of the one who made the webhook. */
export const webhookHook: RecordHook = {
  name: 'webhook.guard',
  table: 'sys_hook',
  description:
    'Webhook：地址要完整、不含账号密码；只能改自己的。读 address、screens、events、enabled、secretState',
  async beforeSave({ user, before, after }) {
    if (before && before.createBy !== user.username) throw refuse('WEBHOOK_FOREIGN')
    const address = String(after.address)
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw bad('address', '请输入 http 或 https 的完整地址，不含账号和密码')
    if (after.secretState !== (before?.secretState ?? 'none'))
      throw bad('secretState', '签名密钥由「生成密钥」给出')
  },
  async afterSave({ trx, after, notify }) {
    await notify(hookChannel, '')
    // The run ends what waits.
    if (after.enabled !== '1') await planHook(trx, String(after.id))
  },
  async beforeRemove({ trx, records, notify }) {
    await notify(hookChannel, '')
    for (const { id } of records) await planHook(trx, String(id))
  },
}
