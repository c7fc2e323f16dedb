import { sql } from 'kysely'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { and } from '../../records/query/condition.ts'
import { tellChange } from '../account/interface.ts'
import { buildMessageSender } from '../announcement/interface.ts'
import { hashPassword, newPasswordFault, readDeparts, requireNotBeyond } from '../session/interface.ts'
import type { UserServices } from './services.ts'
import { ResetBody } from './shape.ts'

const refuse = defineRefusals({
  RESET_USER_MISSING: '用户不存在！',
  RESET_PASSWORDS_DIFFER: '两次输入密码不一致!',
  RESET_PASSWORD_WEAK: '密码不符合要求',
})

/** Password resets by administrators, and what newer clients ask after a sign-in. */
export const passwordRoutes: Plugin<UserServices> = (app, services) => {
  const { db, sessions } = services
  const { rules } = bindDocument(services, 'system/user')
  app.route({
    method: 'PUT',
    url: '/sys/user/changePassword',
    config: { access: 'user:password' },
    schema: { body: ResetBody },
    handler: async ({ body, user, session, ip }) => {
      const where = and([sql`t.username = ${body.username} and t.del_flag = 0`, ...rules(user)])
      const found = await sql<{ id: string }>`select t.id from sys_user as t where ${where}`.execute(db.app)
      const [target] = found.rows
      if (!target) throw refuse('RESET_USER_MISSING')
      if (body.password !== (body.confirmpassword ?? body.confirmPassword))
        throw refuse('RESET_PASSWORDS_DIFFER')
      const fault = await newPasswordFault(db.app, services.config, {
        password: body.password,
        username: body.username,
        userId: target.id,
      })
      if (fault) throw refuse('RESET_PASSWORD_WEAK', { text: fault })
      const password = await hashPassword(body.password)
      await db.write(async (trx) => {
        await requireNotBeyond(sessions, trx, user, [target.id], 'before')
        // The administrator knows this password, so its user chooses another one at the next sign-in.
        await trx
          .updateTable('sys_user')
          .set({ password, must_change: target.id !== user.id })
          .where('id', '=', target.id)
          .execute()
        const notify = (channel: string, payload: string) => db.notify(channel, payload, trx)
        await tellChange(buildMessageSender({ trx, notify }), user, [target.id], 'password')
        const log = { type: 2, username: user.username, ip, route: '/sys/user/changePassword' } as const
        await writeLog(trx, { ...log, content: `重置密码：${body.username}` })
      })
      await sessions.endAll(target.id, target.id === user.id ? session : undefined)
      await sessions.userChanged(target.id)
      return ok(null, '密码修改成功!')
    },
  })

  app.get('/sys/user/verifyIzDefaultPwd', { config: { access: 'self' } }, ({ user }) => ok(user.mustChange))

  app.post('/sys/loginGetUserDeparts', { config: { access: 'self' } }, async ({ user }) => {
    const departs = await readDeparts(db.app, user.id)
    return ok({ departs, currentOrgCode: user.orgCode, multi_depart: Math.min(departs.length, 2) })
  })
}
