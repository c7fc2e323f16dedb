import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import type { Registration } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Channel } from '../../platform/sender.ts'
import { now } from '../../platform/store/clock.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { type Limit, limit } from '../session/interface.ts'
import { SETTING_CODE } from '../setting/interface.ts'
import { type DeliveryServices, deliver, formatReason } from './delivery.ts'
import { channels, channelTitles, hasProvider, planDelivery, readOutbox } from './outbox.ts'

export type OutboxServices = DeliveryServices & Pick<ReadServices, 'documents'>

const outboxCode = 'sys:outbox'

/** Stored messages contain codes that open accounts, so reading them has a permission code of its own. */
export const outboxPermission: Registration = {
  owner: 'system',
  codes: [{ code: outboxCode, title: '查看短信与邮件发件箱' }],
  listCode: outboxCode,
}

const refuse = defineRefusals({
  MESSAGE_UNSENT: '发送失败：{reason}',
  MESSAGE_NO_PROVIDER: '请先填写并保存{name}的设置',
  MESSAGE_NO_RECEIVER: '请填写{name}的收件人',
  MESSAGE_NOT_FAILED: '只能重发失败的消息',
})
const needsReceiver = (kind: Channel): boolean => kind === 'mail' || kind === 'sms'
const tests: Limit = { scope: 'test message', most: 20, minutes: 10 }

const OutboxQuery = Type.Object({
  pageNo: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
})

const TestBody = Type.Object(
  {
    kind: Type.Enum(channels),
    // The robot of a chat has its group.
    to: Type.String({ pattern: '^(|1\\d{10}|[^\\s@<>"]{1,64}@[^\\s@<>"]{1,100})$' }),
  },
  { additionalProperties: false },
)

const RetryBody = Type.Object({ id: Type.String({ pattern: '^[0-9a-f-]{36}$' }) })

/** The stored messages, a test of the providers, and another attempt for a failed message. */
export const outboxRoutes: Plugin<OutboxServices> = (app, services) => {
  const { db, settings, config } = services
  const { rules, visibleAt } = bindDocument(services, 'system/outbox')

  app.route({
    method: 'GET',
    url: '/sys/outbox',
    config: { access: outboxCode, listLoad: true },
    schema: { querystring: OutboxQuery },
    handler: async ({ user, query }) => ok(await readOutbox(db.app, rules(user), query)),
  })

  app.route({
    method: 'POST',
    url: '/sys/outbox/test',
    config: { access: SETTING_CODE },
    schema: { body: TestBody },
    handler: async ({ body: { kind, to }, user }) => {
      await limit(db.app, tests, user.id)
      const name = channelTitles[kind]
      if (to === '' && needsReceiver(kind)) throw refuse('MESSAGE_NO_RECEIVER', { values: { name } })
      if (!hasProvider(kind, await settings.read())) throw refuse('MESSAGE_NO_PROVIDER', { values: { name } })
      const text = `【${config.institution}】这是一条测试消息，收到说明${name}设置正确。`
      // Not by the queue: the administrator waits for the answer of the server.
      await deliver(services, { kind, to, text }, randomUUID()).catch((error: unknown) => {
        throw refuse('MESSAGE_UNSENT', { values: { reason: formatReason(error) }, cause: error })
      })
      return ok(null, '发送成功，请查收')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/outbox/retry',
    config: { access: 'system:outbox:retry' },
    preHandler: visibleAt('id'),
    schema: { body: RetryBody },
    handler: async ({ body: { id }, user, ip }) => {
      const row = await db.app
        .updateTable('sys_outbox')
        .set({ state: 'waiting', attempts: 0, next_try: now })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .returning(['address', 'kind'])
        .$narrowType<{ kind: Channel }>()
        .executeTakeFirst()
      if (!row) throw refuse('MESSAGE_NOT_FAILED')
      await planDelivery(db.app, row.kind)
      const entry = { username: user.username, ip, route: '/sys/outbox/retry' }
      await writeLog(db.app, { type: 2, content: `重发消息：${row.address}`, ...entry })
      return ok(null, '已重新排队')
    },
  })
}
