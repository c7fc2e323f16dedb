import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import { Id } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { readableRecord } from '../../records/read/readable-record.ts'
import { openResource, type RecordRouteServices } from '../../records/record-routes.ts'
import { apiKeyId, createSecret } from './keys.ts'

const refuse = defineRefusals({
  API_KEY_NOT_OWN: '只有本人能生成自己的密钥',
  API_KEY_REVOKED: '密钥已吊销，不能再用；请新增一条',
})

const KeyBody = Type.Object({ id: Id }, { additionalProperties: false })

/** Gives a key its secret, which is answered this once, and ends a key. */
export const apiKeyRoutes: Plugin<RecordRouteServices> = (app, services) => {
  const { db } = services
  const { entry } = bindDocument(services, apiKeyId)

  /** The key, if the user may see it. */
  const read = (request: FastifyRequest, id: string) => {
    const { resource, caller } = openResource(request, entry, services)
    return readableRecord(services, resource, caller, id)
  }

  app.route({
    method: 'POST',
    url: '/sys/apiKey/issue',
    config: { access: 'system:api-key:issue' },
    schema: { body: KeyBody },
    handler: async (request) => {
      const { user, body } = request
      const key = await read(request, body.id)
      if (key.createBy !== user.username) throw refuse('API_KEY_NOT_OWN')
      const { secret, hash, prefix } = createSecret()
      await db.write(async (trx) => {
        const { rows } = await sql`
          update sys_api_key set state = 'active', prefix = ${prefix}, rev = rev + 1, update_by = ${user.username},
            update_time = localtimestamp
          where id = ${body.id} and state <> 'revoked' returning 1`.execute(trx)
        if (rows.length === 0) throw refuse('API_KEY_REVOKED')
        await sql`
          insert into sys_api_secret (key_id, hash, user_id) values (${body.id}, ${hash}, ${user.id})
          on conflict (key_id) do update set hash = excluded.hash, user_id = excluded.user_id, create_time = now()`.execute(
          trx,
        )
      })
      return ok({ secret }, '已生成')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/apiKey/revoke',
    config: { access: 'system:api-key:revoke' },
    schema: { body: KeyBody },
    handler: async (request) => {
      const { user, body } = request
      await read(request, body.id)
      await db.write(async (trx) => {
        await sql`delete from sys_api_secret where key_id = ${body.id}`.execute(trx)
        await sql`
          update sys_api_key set state = 'revoked', rev = rev + 1, update_by = ${user.username},
            update_time = localtimestamp where id = ${body.id}`.execute(trx)
      })
      return ok(null, '已吊销')
    },
  })
}
