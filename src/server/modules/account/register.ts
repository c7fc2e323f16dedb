import { randomUUID } from 'node:crypto'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import type { SessionServices } from '../session/interface.ts'
import {
  checkTicket,
  hashPassword,
  judgeCode,
  type Limit,
  limit,
  newPasswordFault,
  registered,
  requireMobile,
  spendCode,
} from '../session/interface.ts'
import { OnlyUserQuery, RegisterBody } from './shape.ts'
import { isTaken, lockPeople } from './unique.ts'

const refuse = defineRefusals({
  ACCOUNT_TAKEN: '用户账号已存在',
  SIGN_UP_CLOSED: '未开放注册',
  USERNAME_FORMAT: '用户名应为 3 到 50 个字母、数字或 . _ -',
  PASSWORD_WEAK: '密码不符合要求',
  SMS_CODE_WRONG: '手机验证码错误',
  SMS_CODE_EXPIRED: '手机验证码失效，请重新获取',
  USERNAME_TAKEN: '用户名已注册',
  PHONE_TAKEN: '该手机号已注册',
  EMAIL_TAKEN: '邮箱已被注册',
})

const questions: Limit = { scope: 'only user', most: 60, minutes: 10 }
const registrations: Limit = { scope: 'register', most: 30, minutes: 60 }
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{2,49}$/

/** Self-registration. A new account is frozen and has no role until an administrator activates it. */
export const registerRoutes: Plugin<SessionServices> = (app, { db, config, sessions }) => {
  app.route({
    method: 'GET',
    url: '/sys/user/checkOnlyUser',
    config: { access: 'public' },
    schema: { querystring: OnlyUserQuery },
    handler: async ({ query, headers, ip }) => {
      const token = headers['x-access-token']
      const session = typeof token === 'string' ? await sessions.find(token) : null
      // Without the right the answer reveals user names to anonymous callers: it needs a ticket, and tickets are limited.
      const mayManage =
        session !== null && (holds(session.user, 'user:add') || holds(session.user, 'user:edit'))
      if (!mayManage) {
        await limit(db.app, questions, ip)
        await checkTicket(db.app, query.ticket, ip)
      }
      const requested = (['username', 'phone', 'email'] as const).filter((column) => query[column])
      if (requested.length === 0) throw appError('BAD_PARAMETER', { values: { key: 'username' } })
      for (const column of requested)
        if (await isTaken(db.app, column, query[column] ?? '', mayManage ? query.id : ''))
          throw refuse('ACCOUNT_TAKEN')
      return ok(true)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/register',
    config: { access: 'public' },
    schema: { body: RegisterBody },
    handler: async ({ body, ip }) => {
      if (!config.signUp) throw refuse('SIGN_UP_CLOSED')
      await limit(db.app, registrations, ip)
      const { username, smscode } = body
      if (!namePattern.test(username)) throw refuse('USERNAME_FORMAT')
      const phone = requireMobile(body.phone)
      const email = body.email || null
      const fault = await newPasswordFault(db.app, config, { password: body.password, username })
      if (fault) throw refuse('PASSWORD_WEAK', { text: fault })
      // The code is checked before the names, so that only the holder of a code learns which names are taken.
      const codeKey = { phone, mode: '1' } as const
      const codeCheck = await judgeCode(db.app, codeKey, smscode)
      if (codeCheck.state !== 'right')
        throw refuse(codeCheck.state === 'wrong' ? 'SMS_CODE_WRONG' : 'SMS_CODE_EXPIRED')
      const password = await hashPassword(body.password)
      await db.write(async (trx) => {
        await lockPeople(trx)
        if (await isTaken(trx, 'username', username)) throw refuse('USERNAME_TAKEN')
        if (await isTaken(trx, 'phone', phone)) throw refuse('PHONE_TAKEN')
        if (email !== null && (await isTaken(trx, 'email', email))) throw refuse('EMAIL_TAKEN')
        if (!(await spendCode(trx, codeKey, codeCheck.hash))) throw refuse('SMS_CODE_EXPIRED')
        const realname = body.realname?.trim() || username
        const row = { id: randomUUID(), username, realname, password, phone, email, status: 2 }
        await trx
          .insertInto('sys_user')
          .values({ ...row, create_by: registered })
          .execute()
      })
      await writeLog(db.app, { type: 2, content: '注册账户', username, ip, route: '/sys/user/register' })
      return ok({ username, waiting: true }, '注册成功')
    },
  })
}
