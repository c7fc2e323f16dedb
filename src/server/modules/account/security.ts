import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import type { SessionServices } from '../session/interface.ts'
import { consumeAccount, isSessionOpen, linkAccount } from '../session/interface.ts'
import { LinkAccountBody, SessionParams, TypeParams } from './shape.ts'

const refuse = defineRefusals({
  THIRD_UNPROVED: '校验失败',
  THIRD_TAKEN: '该账号已绑定其他用户',
})

/** An entry of the user's own log as its reader would say it: without the user's name. */
const ownWords = (content: string | null): string | null =>
  content?.replace(/^用户名: .*?,登录(成功|失败)！/, '登录$1，').replace(/，$/, '') ?? null

interface OwnSession {
  id: string
  ip: string | null
  agent: string | null
  created: string
  lastSeen: string
  current: boolean
}

/** The sessions of a user, and the third-party accounts that sign the user in. */
export const securityRoutes: Plugin<SessionServices> = (app, { db, config, sessions }) => {
  app.route({
    method: 'GET',
    url: '/sys/user/sessions',
    config: { access: 'self' },
    handler: async ({ user, session }) => {
      // Half a digest identifies a session and cannot open it.
      const { rows } = await sql<OwnSession>`
        select left(token, 32) as id, ip, agent, to_char(created, 'YYYY-MM-DD HH24:MI:SS') as created,
          to_char(last_seen, 'YYYY-MM-DD HH24:MI:SS') as "lastSeen", token = ${session} as current
        from sys_session where user_id = ${user.id}
          and ${isSessionOpen(config)}
        order by current desc, last_seen desc`.execute(db.app)
      return ok(rows)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/sessions/:id',
    config: { access: 'self' },
    schema: { params: SessionParams },
    handler: async ({ params, user }) => {
      const session = await db.app
        .selectFrom('sys_session')
        .select('token')
        .where('user_id', '=', user.id)
        .where((where) => where(where.fn<string>('left', ['token', where.lit(32)]), '=', params.id))
        .executeTakeFirst()
      if (!session) throw appError('NO_ENTITY')
      await sessions.end(session.token)
      return ok(null, '已下线')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/sessions',
    config: { access: 'self' },
    handler: async ({ user, session }) => {
      await sessions.endAll(user.id, session)
      return ok(null, '已下线')
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/logs',
    config: { access: 'self' },
    handler: async ({ user }) => {
      const entries = await db.app
        .selectFrom('sys_log')
        .select(['id', 'create_time as createTime', 'log_content as content', 'ip', 'ok'])
        .where('username', '=', user.username)
        .orderBy('create_time', 'desc')
        .limit(10)
        .execute()
      return ok(entries.map((entry) => ({ ...entry, content: ownWords(entry.content) })))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/bindings',
    config: { access: 'self' },
    handler: async ({ user }) => {
      const rows = await db.app
        .selectFrom('sys_third_account')
        .select(['type', 'nickname'])
        .where('user_id', '=', user.id)
        .execute()
      const bound = new Map(rows.map(({ type, nickname }) => [type, nickname]))
      return ok(
        config.signOnServers.map(({ type, title }) => ({
          type,
          title,
          bound: bound.has(type),
          nickname: bound.get(type) ?? null,
        })),
      )
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/bindThird',
    config: { access: 'self' },
    schema: { body: LinkAccountBody },
    handler: async ({ body: { token, type, nonce }, user, ip }) => {
      const person = await consumeAccount(db.app, token, type, nonce)
      if (!person) throw refuse('THIRD_UNPROVED')
      if (!(await linkAccount(db, person, user.id))) throw refuse('THIRD_TAKEN')
      const entry = { username: user.username, ip, route: '/sys/user/bindThird' }
      await writeLog(db.app, { type: 2, content: `绑定第三方账号：${type}`, ...entry })
      return ok(null, '绑定成功')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/bindings/:type',
    config: { access: 'self' },
    schema: { params: TypeParams },
    handler: async ({ params, user }) => {
      await db.app
        .deleteFrom('sys_third_account')
        .where('user_id', '=', user.id)
        .where('type', '=', params.type)
        .execute()
      return ok(null, '已解除绑定')
    },
  })
}
