import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { Id } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { readableRecord } from '../../records/read/readable-record.ts'
import { openResource, type RecordRouteServices } from '../../records/record-routes.ts'
import { HOOK_SECRET } from './deliver.ts'
import { planHook, storeDelivery } from './store-delivery.ts'
import { hookChannel } from './subscriptions.ts'

export type WebhookRouteServices = RecordRouteServices & Pick<PlatformServices, 'secrets'>

const refuse = defineRefusals({
  WEBHOOK_NOT_OWN: '只有本人能生成自己的签名密钥',
  WEBHOOK_NO_SECRET: '还没有签名密钥，请先点「生成密钥」',
})

const HookBody = Type.Object({ id: Id }, { additionalProperties: false })

/** Gives a webhook its secret, tries it, and sends a request of the log again. */
export const webhookRoutes: Plugin<WebhookRouteServices> = (app, services) => {
  const { db, secrets } = services
  const hooks = bindDocument(services, 'system/webhook')
  const log = bindDocument(services, 'system/webhook-delivery')
  const read = ({ entry }: typeof hooks, request: FastifyRequest, id: string) => {
    const { resource, caller } = openResource(request, entry, services)
    return readableRecord(services, resource, caller, id)
  }

  app.route({
    method: 'POST',
    url: '/sys/webhook/issue',
    config: { access: 'system:webhook:issue' },
    schema: { body: HookBody },
    handler: async (request) => {
      const { user, body } = request
      const hook = await read(hooks, request, body.id)
      if (hook.createBy !== user.username) throw refuse('WEBHOOK_NOT_OWN')
      const secret = randomBytes(32).toString('base64url')
      await db.write(async (trx) => {
        await sql`
          insert into sys_hook_secret (hook_id, secret, user_id)
          values (${body.id}, ${secrets.encrypt(secret, HOOK_SECRET)}, ${user.id})
          on conflict (hook_id) do update set secret = excluded.secret, user_id = excluded.user_id`.execute(
          trx,
        )
        await sql`update sys_hook set secret_state = 'set', rev = rev + 1 where id = ${body.id}`.execute(trx)
        await db.notify(hookChannel, '', trx)
      })
      return ok({ secret }, '已生成')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/webhook/test',
    config: { access: 'system:webhook:test' },
    schema: { body: HookBody },
    handler: async (request) => {
      const { id, name, address, secretState } = await read(hooks, request, request.body.id)
      if (secretState !== 'set') throw refuse('WEBHOOK_NO_SECRET')
      const hook = { id: String(id), name: String(name), address: String(address) }
      await storeDelivery(db.app, hook, 'ping', { by: request.user.username })
      return ok(null, '已发出一条测试，结果见「发送记录」')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/webhook/replay',
    config: { access: 'system:webhook-delivery:replay' },
    schema: { body: HookBody },
    handler: async (request) => {
      const { id } = await read(log, request, request.body.id)
      const { rows } = await sql<{ hook: string }>`
        update sys_hook_delivery set state = 'waiting', attempts = 0, next_try = now(), error = null
        where id = ${String(id)} returning hook_id as hook`.execute(db.app)
      const [row] = rows
      if (!row) throw appError('NO_ENTITY')
      await planHook(db.app, row.hook)
      return ok(null, '已重新排队')
    },
  })
}
