import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { deviceKey, type SessionServices } from '../session/interface.ts'

const DeviceParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** The devices that the user signed in from. A forgotten one counts as new at its next sign-in. */
export const deviceRoutes: Plugin<SessionServices> = (app, { db }) => {
  app.get('/sys/user/devices', { config: { access: 'self' } }, async ({ user, ip, headers }) => {
    const current = deviceKey({ ip, agent: headers['user-agent'] ?? '' })
    const rows = await db.app
      .selectFrom('sys_sign_in_place')
      .select(['place as id', 'ip', 'agent', 'created', 'last'])
      .where('user_id', '=', user.id)
      .orderBy('last', 'desc')
      .limit(100)
      .execute()
    return ok(rows.map((row) => ({ ...row, current: row.id === current })))
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/devices/:id',
    config: { access: 'self' },
    schema: { params: DeviceParams },
    handler: async ({ params, user, ip }) => {
      const { numDeletedRows } = await db.app
        .deleteFrom('sys_sign_in_place')
        .where('user_id', '=', user.id)
        .where('place', '=', params.id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw appError('NO_ENTITY')
      const entry = { username: user.username, ip, route: '/sys/user/devices' }
      await writeLog(db.app, { type: 2, content: '移除常用设备', ...entry })
      return ok(null, '已移除')
    },
  })
}
