import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import type { SessionServices } from '../session/interface.ts'
import {
  consume,
  hashPassword,
  issue,
  type Limit,
  limit,
  newPasswordFault,
  peek,
  requireTicket,
  takeCode,
  userOfPhone,
} from '../session/interface.ts'
import { AskedUserQuery, PasswordChangeBody, VerificationBody } from './shape.ts'

const refuse = defineRefusals({
  SMS_CODE_WRONG: '手机验证码错误',
  PASSWORD_WEAK: '密码不符合要求',
  RESET_EXPIRED: '短信验证码失效！',
  RESET_MISMATCH: '短信验证码不匹配！',
})

const tries: Limit = { scope: 'reset', most: 30, minutes: 10 }
const life = 600
/** New passwords that one proof of the phone may try; a refused one does not use it up. */
const MAX_LOOKS = 20

interface Reset {
  userId: string
  phone: string
}

const hidden = '*'
const maskName = (name: string): string => `${[...name].slice(0, 2).join('')}***`
const maskPhone = (phone: string): string =>
  phone.length === 11 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : hidden.repeat(11)

/** Password reset: a code sent to the phone identifies the user; a one-time code then permits one change. */
export const resetRoutes: Plugin<SessionServices> = (app, { db, config, sessions }) => {
  app.route({
    method: 'GET',
    url: '/sys/user/querySysUser',
    config: { access: 'public' },
    schema: { querystring: AskedUserQuery },
    // No user is looked up: the answer repeats the request, masked, and is the same for unknown users.
    handler: async ({ query: { username, phone, ticket }, ip }) => {
      if (!username && !phone) throw appError('BAD_PARAMETER', { values: { key: 'username' } })
      await requireTicket(db.app, ticket, ip)
      return ok({
        username: username ? maskName(username) : hidden.repeat(3),
        phone: phone ? maskPhone(phone) : hidden.repeat(11),
      })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/phoneVerification',
    config: { access: 'public' },
    schema: { body: VerificationBody },
    handler: async ({ body: { phone, smscode }, ip }) => {
      await limit(db.app, tries, ip)
      const userId = await userOfPhone(db.app, phone)
      const proof = await takeCode(db.app, { phone, mode: '2', owner: userId ?? '' }, smscode)
      if (userId === null || proof !== 'right') throw refuse('SMS_CODE_WRONG')
      const user = await db.app
        .selectFrom('sys_user')
        .select('username')
        .where('id', '=', userId)
        .executeTakeFirst()
      const reset: Reset = { userId, phone }
      return ok({ smscode: await issue(db.app, 'reset', reset, life), username: user?.username })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/passwordChange',
    config: { access: 'public' },
    schema: { body: PasswordChangeBody },
    handler: async ({ body: { username, password, smscode, phone }, ip }) => {
      await limit(db.app, tries, ip)
      const proven = await peek<Reset>(db.app, 'reset', smscode, MAX_LOOKS)
      const fault = await newPasswordFault(db.app, config, {
        password,
        username,
        ...(proven && { userId: proven.userId }),
      })
      if (fault) throw refuse('PASSWORD_WEAK', { text: fault })
      const reset = await consume<Reset>(db.app, 'reset', smscode)
      if (!reset) throw refuse('RESET_EXPIRED')
      if (reset.phone !== phone) throw refuse('RESET_MISMATCH')
      const hash = await hashPassword(password)
      const changed = await db.app
        .updateTable('sys_user')
        .set({ password: hash, must_change: false })
        .where('id', '=', reset.userId)
        .where('username', '=', username)
        // The phone must still be the user's.
        .where('phone', '=', phone)
        .where('del_flag', '=', 0)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) throw refuse('RESET_MISMATCH')
      await sessions.endAll(reset.userId)
      await sessions.userChanged(reset.userId)
      await writeLog(db.app, {
        type: 2,
        content: '重置密码',
        username,
        ip,
        route: '/sys/user/passwordChange',
      })
      return ok(null, '密码重置完成！')
    },
  })
}
