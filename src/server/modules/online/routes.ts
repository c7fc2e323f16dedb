import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { isSessionOpen, requireNotBeyond, type SessionServices } from '../session/interface.ts'

export type OnlineServices = ReadServices & Pick<SessionServices, 'config' | 'sessions'>

const refuse = defineRefusals({ LOGOUT_SELF: '不能强制自己退出' })

const LogoutBody = Type.Object({ id: Type.String({ pattern: '^[0-9a-f-]{36}$' }) })

/** The sessions of users by handles that cannot sign in, and ending them. */
export const onlineRoutes: Plugin<OnlineServices> = (app, services) => {
  const { db, config, sessions } = services
  const { entry, access, visibleAt } = bindDocument(services, 'system/online')

  app.get('/sys/online/list', { config: { access, listLoad: true } }, async ({ user, query }) => {
    const view = readable(services, entry(), user)
    const listRequest = parseListRequest(view, query)
    return ok(
      pageOfRecords(
        await readRecords(services, view, listRequest, [isSessionOpen(config, 't')]),
        listRequest,
      ),
    )
  })

  app.route({
    method: 'POST',
    url: '/sys/online/forceLogout',
    config: { access: 'system:online:forceLogout' },
    preHandler: visibleAt('id'),
    schema: { body: LogoutBody },
    handler: async ({ body, user, ip }) => {
      const session = await db.app
        .selectFrom('sys_session')
        .select(['token', 'user_id', 'username'])
        .where('id', '=', body.id)
        .executeTakeFirst()
      if (!session) throw appError('NO_ENTITY')
      if (session.user_id === user.id) throw refuse('LOGOUT_SELF')
      await db.write((trx) => requireNotBeyond(sessions, trx, user, [session.user_id], 'before'))
      await sessions.end(session.token)
      const log = { type: 2, username: user.username, ip, route: '/sys/online/forceLogout' } as const
      await writeLog(db.app, { ...log, content: `强制退出用户：${session.username ?? ''}` })
      return ok(null, '退出登录成功！')
    },
  })
}
