import { randomUUID } from 'node:crypto'
import { appError } from '#runtime/kernel/errors.ts'
import type { BaseServices } from '../../app/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { holds } from '../../platform/http/user.ts'
import { checkTicket } from '../session/bot-check.ts'
import { judgeCode, spendCode } from '../session/codes.ts'
import { type Limit, limit } from '../session/counters.ts'
import { writeLog } from '../session/log.ts'
import { hashPassword, passwordFault } from '../session/passwords.ts'
import { registered } from '../session/sign-in.ts'
import { mobileOf } from '../session/sms.ts'
import { OnlyUserQuery, RegisterBody } from './shape.ts'
import { isTaken, lockPeople } from './unique.ts'

const business = (text: string) => appError('BUSINESS', { text })

const questions: Limit = { scope: 'only user', most: 60, minutes: 10 }
const registrations: Limit = { scope: 'register', most: 30, minutes: 60 }
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{2,49}$/

/** Registration. A new account is frozen and has no role until an administrator admits it. */
export const registerRoutes: Plugin<BaseServices> = (app, { db, config, sessions }) => {
  app.route<{ Querystring: OnlyUserQuery }>({
    method: 'GET',
    url: '/sys/user/checkOnlyUser',
    config: { access: 'public' },
    schema: { querystring: OnlyUserQuery },
    handler: async ({ query, headers, ip }) => {
      const token = headers['x-access-token']
      const found = typeof token === 'string' ? await sessions.find(token) : null
      // Without the right the answer reveals user names to anonymous callers: it needs a ticket, and tickets are limited.
      if (!found || !(holds(found.user, 'user:add') || holds(found.user, 'user:edit'))) {
        await limit(db.app, questions, ip)
        await checkTicket(db.app, query.ticket, ip)
      }
      const asked = (['username', 'phone', 'email'] as const).filter((column) => query[column])
      if (asked.length === 0) throw appError('BAD_PARAMETER', { values: { key: 'username' } })
      for (const column of asked)
        if (await isTaken(db.app, column, query[column] ?? '')) throw business('用户账号已存在')
      return ok(true)
    },
  })

  app.route<{ Body: RegisterBody }>({
    method: 'POST',
    url: '/sys/user/register',
    config: { access: 'public' },
    schema: { body: RegisterBody },
    handler: async ({ body, ip }) => {
      if (!config.signUp) throw business('未开放注册')
      await limit(db.app, registrations, ip)
      const { username, smscode } = body
      if (!namePattern.test(username)) throw business('用户名应为 3 到 50 个字母、数字或 . _ -')
      const phone = mobileOf(body.phone)
      const email = body.email || null
      const fault = passwordFault(body.password, username)
      if (fault) throw business(fault)
      // The code is checked before the names: only the holder of a code learns whether a name is taken.
      const wanted = { phone, mode: '1' } as const
      const judged = await judgeCode(db.app, wanted, smscode)
      if (judged.state !== 'right')
        throw business(judged.state === 'wrong' ? '手机验证码错误' : '手机验证码失效，请重新获取')
      const password = await hashPassword(body.password)
      await db.write(async (trx) => {
        await lockPeople(trx)
        if (await isTaken(trx, 'username', username)) throw business('用户名已注册')
        if (await isTaken(trx, 'phone', phone)) throw business('该手机号已注册')
        if (email !== null && (await isTaken(trx, 'email', email))) throw business('邮箱已被注册')
        if (!(await spendCode(trx, wanted, judged.hash))) throw business('手机验证码失效，请重新获取')
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
