import { appError } from '#runtime/kernel/errors.ts'
import type { BaseServices } from '../../app/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import {
  countFailedCheck,
  issueChallenge,
  issueTicket,
  limitChecks,
  requireTicket,
  solveSlide,
} from './bot-check.ts'
import { openCaptcha } from './captcha.ts'
import { userOfPhone } from './people.ts'
import { CaptchaParams, CheckCaptchaBody, SlideBody, SmsBody } from './shape.ts'
import { deviceOf } from './sign-in-routes.ts'
import { mobileOf, sendCode } from './sms.ts'

const business = (text: string) => appError('BUSINESS', { text })

/** Pictures, the slider, and the text messages that need one of them. */
export const humanRoutes: Plugin<BaseServices> = (app, services) => {
  const { db } = services
  const captcha = openCaptcha(db)

  app.route<{ Params: CaptchaParams }>({
    method: 'GET',
    url: '/sys/randomImage/:key',
    config: { access: 'public' },
    schema: { params: CaptchaParams },
    handler: async ({ params }) => ok(await captcha.draw(params.key)),
  })

  app.route<{ Body: CheckCaptchaBody }>({
    method: 'POST',
    url: '/sys/checkCaptcha',
    config: { access: 'public' },
    schema: { body: CheckCaptchaBody },
    handler: async (request) => {
      const { body, ip } = request
      await limitChecks(db.app, deviceOf(request))
      if (!body.captcha || body.checkKey == null) throw business('验证码无效')
      const solved = await captcha.solve(String(body.checkKey), body.captcha)
      if (solved !== 'right') {
        await countFailedCheck(db.app, deviceOf(request))
        throw business(solved === 'wrong' ? '验证码错误' : '验证码无效')
      }
      return ok({ ticket: await issueTicket(db.app, ip) })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/slideChallenge',
    config: { access: 'public' },
    handler: async (request) => {
      await limitChecks(db.app, deviceOf(request))
      return ok({ challenge: await issueChallenge(db.app, request.ip) })
    },
  })

  app.route<{ Body: SlideBody }>({
    method: 'POST',
    url: '/sys/slideTicket',
    config: { access: 'public' },
    schema: { body: SlideBody },
    handler: async (request) => {
      const { challenge, trace } = request.body
      const ticket = await solveSlide(db.app, challenge, trace as [number, number][], deviceOf(request))
      if (ticket === null) throw business('验证失败，请重试')
      return ok({ ticket })
    },
  })

  app.route<{ Body: SmsBody }>({
    method: 'POST',
    url: '/sys/sms',
    config: { access: 'public' },
    schema: { body: SmsBody },
    handler: async ({ body: { mobile, smsmode: mode, ticket }, ip }) => {
      const phone = mobileOf(mobile)
      await requireTicket(db.app, ticket ?? undefined, ip)
      if (mode === '1') {
        if (!services.config.signUp) throw business('未开放注册')
        const known = await db.app
          .selectFrom('sys_user')
          .select('id')
          .where('phone', '=', phone)
          .where('del_flag', '=', 0)
          .execute()
        if (known.length > 0) throw business('手机号已经注册，请直接登录！')
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
