import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { requireMobile, sendCode } from '../passwords/sms.ts'
import type { SessionServices } from '../services.ts'
import { userOfPhone } from '../sessions/people.ts'
import { CaptchaParams, CheckCaptchaBody, SlideBody, SmsBody } from '../shape.ts'
import { readDevice } from '../sign-in-routes.ts'
import {
  countFailedCheck,
  issueChallenge,
  issueTicket,
  limitChecks,
  requireTicket,
  solveSlide,
} from './bot-check.ts'
import { openCaptcha } from './captcha.ts'

const refuse = defineRefusals({
  CAPTCHA_INVALID: '验证码无效',
  CAPTCHA_WRONG: '验证码错误',
  SLIDE_FAILED: '验证失败，请重试',
  SIGN_UP_CLOSED: '未开放注册',
  PHONE_REGISTERED: '手机号已经注册，请直接登录！',
})

/** Pictures, the slider, and the short messages that need one of them. */
export const humanRoutes: Plugin<SessionServices> = (app, services) => {
  const { db } = services
  const captcha = openCaptcha(db)

  app.route({
    method: 'GET',
    url: '/sys/randomImage/:key',
    config: { access: 'public' },
    schema: { params: CaptchaParams },
    handler: async ({ params }) => ok(await captcha.draw(params.key)),
  })

  app.route({
    method: 'POST',
    url: '/sys/checkCaptcha',
    config: { access: 'public' },
    schema: { body: CheckCaptchaBody },
    handler: async (request) => {
      const { body, ip } = request
      await limitChecks(db.app, readDevice(request))
      if (!body.captcha || body.checkKey == null) throw refuse('CAPTCHA_INVALID')
      const solved = await captcha.solve(String(body.checkKey), body.captcha)
      if (solved !== 'right') {
        await countFailedCheck(db.app, readDevice(request))
        throw refuse(solved === 'wrong' ? 'CAPTCHA_WRONG' : 'CAPTCHA_INVALID')
      }
      return ok({ ticket: await issueTicket(db.app, ip) })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/slideChallenge',
    config: { access: 'public' },
    handler: async (request) => {
      await limitChecks(db.app, readDevice(request))
      return ok({ challenge: await issueChallenge(db.app, request.ip) })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/slideTicket',
    config: { access: 'public' },
    schema: { body: SlideBody },
    handler: async (request) => {
      const { challenge, trace } = request.body
      const ticket = await solveSlide(db.app, challenge, trace as [number, number][], readDevice(request))
      if (ticket === null) throw refuse('SLIDE_FAILED')
      return ok({ ticket })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/sms',
    config: { access: 'public' },
    schema: { body: SmsBody },
    handler: async ({ body: { mobile, smsmode: mode, ticket }, ip }) => {
      const phone = requireMobile(mobile)
      await requireTicket(db.app, ticket ?? undefined, ip)
      if (mode === '1') {
        if (!services.config.signUp) throw refuse('SIGN_UP_CLOSED')
        const existing = await db.app
          .selectFrom('sys_user')
          .select('id')
          .where('phone', '=', phone)
          .where('del_flag', '=', 0)
          .execute()
        if (existing.length > 0) throw refuse('PHONE_REGISTERED')
        await sendCode(services, { phone, mode }, ip)
      } else {
        const owner = await userOfPhone(db.app, phone)
        const instead = owner === null ? '该用户不存在或未绑定手机号' : undefined
        await sendCode(services, { phone, mode, owner: owner ?? '' }, ip, instead)
      }
      return ok(null, '验证码已发送')
    },
  })
}
