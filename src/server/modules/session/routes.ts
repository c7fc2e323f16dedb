import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { isOwnPassword } from './passwords/own-password.ts'
import { newPasswordFault } from './passwords/password-policy.ts'
import { hashPassword } from './passwords/passwords.ts'
import type { SessionServices } from './services.ts'
import { readDeparts, readUserInfo } from './sessions/people.ts'
import { digest } from './sessions/sessions.ts'
import { SelectDepartBody, UpdatePasswordBody } from './shape.ts'

const refuse = defineRefusals({
  SIGN_OUT_FAILED: '退出登录失败！',
  TOKEN_INVALID: 'Token无效!',
  DEPART_FOREIGN: '您不属于该部门',
  PASSWORD_OF_OTHER: '只允许修改自己的密码！',
  OLD_PASSWORD_WRONG: '旧密码输入错误!',
  PASSWORD_EMPTY: '新密码不允许为空!',
  PASSWORDS_DIFFER: '两次输入密码不一致!',
  PASSWORD_WEAK: '密码不符合要求',
})

/** Signing out, the user's current department, and the user's password. */
export const sessionRoutes: Plugin<SessionServices> = (app, { db, config, sessions }) => {
  app.route({
    // Clients of version 3 send GET.
    method: ['GET', 'POST'],
    url: '/sys/logout',
    config: { access: 'public', changes: true },
    handler: async ({ headers }) => {
      const token = headers['x-access-token']
      if (typeof token !== 'string' || token === '') throw refuse('SIGN_OUT_FAILED')
      if (!(await sessions.find(token))) throw refuse('TOKEN_INVALID')
      await sessions.end(digest(token))
      return ok(null, '退出登录成功！')
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/getCurrentUserDeparts',
    config: { access: 'self' },
    handler: async ({ user }) => ok({ list: await readDeparts(db.app, user.id), orgCode: user.orgCode }),
  })

  app.route({
    method: 'PUT',
    url: '/sys/selectDepart',
    config: { access: 'self' },
    schema: { body: SelectDepartBody },
    handler: async ({ body, user }) => {
      const departs = await readDeparts(db.app, user.id)
      if (!departs.some((depart) => depart.orgCode === body.orgCode)) throw refuse('DEPART_FOREIGN')
      await db.app.updateTable('sys_user').set({ org_code: body.orgCode }).where('id', '=', user.id).execute()
      await sessions.userChanged(user.id)
      return ok({ userInfo: await readUserInfo(db.app, user.id) })
    },
  })

  app.route({
    method: 'PUT',
    url: '/sys/user/updatePassword',
    config: { access: 'self' },
    schema: { body: UpdatePasswordBody },
    handler: async ({ body, user, session, ip }) => {
      if (body.username !== undefined && body.username !== user.username) throw refuse('PASSWORD_OF_OTHER')
      if (!(await isOwnPassword(db.app, user.id, body.oldpassword))) throw refuse('OLD_PASSWORD_WRONG')
      if (body.password === '') throw refuse('PASSWORD_EMPTY')
      if (body.password !== body.confirmpassword) throw refuse('PASSWORDS_DIFFER')
      const fault = await newPasswordFault(db.app, config, {
        password: body.password,
        username: user.username,
        userId: user.id,
      })
      if (fault) throw refuse('PASSWORD_WEAK', { text: fault })
      const password = await hashPassword(body.password)
      await db.app
        .updateTable('sys_user')
        .set({ password, must_change: false })
        .where('id', '=', user.id)
        .execute()
      await sessions.endAll(user.id, session)
      await sessions.userChanged(user.id)
      await writeLog(db.app, {
        type: 2,
        content: '修改密码',
        username: user.username,
        ip,
        route: '/sys/user/updatePassword',
      })
      return ok(null, '密码重置成功!')
    },
  })
}
