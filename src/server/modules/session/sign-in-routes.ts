import type { FastifyRequest } from 'fastify'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { openCaptcha } from './bot-check/captcha.ts'
import { completeSignIn, completeWithFactor } from './complete-sign-in.ts'
import { casLoginUrl, userOfTicket } from './external/cas.ts'
import { userByLdap } from './external/ldap-sign-in.ts'
import { takeCode } from './passwords/codes.ts'
import { expirePassword } from './passwords/password-policy.ts'
import { verifyPassword } from './passwords/passwords.ts'
import type { SessionServices } from './services.ts'
import type { Device } from './sessions/known-devices.ts'
import { readDeparts, userOfPhone } from './sessions/people.ts'
import { CasQuery, FactorBody, LoginBody, PhoneLoginBody } from './shape.ts'
import { clientCipher, typedPassword } from './sign-in/client-cipher.ts'
import { type Proof, signIn } from './sign-in/sign-in.ts'

export const readDevice = ({ ip, headers }: FastifyRequest): Device => ({
  ip,
  agent: headers['user-agent'] ?? '',
})

const refuse = defineRefusals({
  NO_DEPART: '用户暂未归属部门,不可登录!',
  PASSWORD_WRONG: '密码不正确',
  SMS_CODE_WRONG: '手机验证码错误',
})

const loggedIn = '登录成功'

/** Verifies a password, by the own hash or by the directory of the settings. An unknown user, a wrong password and a deleted user have the refusal `text`, and take the same time. */
export async function provePassword(
  services: Pick<SessionServices, 'db' | 'sessions' | 'settings' | 'log'>,
  username: string,
  sentPassword: string,
  text = '用户名或密码错误',
): Promise<Proof> {
  const { db, sessions } = services
  const password = typedPassword(sentPassword)
  const user = await db.app
    .selectFrom('sys_user')
    .select(['id', 'password'])
    .where('username', '=', username)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  const right = await verifyPassword(user?.password ?? null, password)
  if (!user || !right) {
    const userId = await userByLdap(services, username, password)
    return userId !== null ? { userId } : { refuse: (parts) => refuse('PASSWORD_WRONG', { text, ...parts }) }
  }
  if (await expirePassword(db.app, user.id, password)) await sessions.userChanged(user.id)
  return { userId: user.id }
}

/** Verifies the code that was sent to the phone, which is bound to the phone's user. */
export async function provePhone(
  { db }: Pick<SessionServices, 'db'>,
  phone: string,
  code: string,
): Promise<Proof> {
  const userId = await userOfPhone(db.app, phone)
  const taken = await takeCode(db.app, { phone, mode: '0', owner: userId ?? '' }, code)
  return userId !== null && taken === 'right'
    ? { userId }
    : { refuse: (parts) => refuse('SMS_CODE_WRONG', parts) }
}

/** The sign-in methods; each calls `signIn`. */
export const signInRoutes: Plugin<SessionServices> = (app, services) => {
  const { db, config } = services
  const captcha = openCaptcha(db)

  app.get('/sys/getEncryptedString', { config: { access: 'public' } }, async () => ok(clientCipher))

  app.route({
    method: 'POST',
    url: '/sys/login',
    config: { access: 'public' },
    schema: { body: LoginBody },
    handler: async (request) => {
      const { username, password, ...check } = request.body
      const [place, route] = [readDevice(request), '/sys/login']
      const prove = () => provePassword(services, username, password)
      const userId = await signIn(services, captcha, { ...place, route, name: username, check, prove })
      return ok(await completeSignIn(services, userId, place, route), loggedIn)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/mLogin',
    config: { access: 'public' },
    schema: { body: LoginBody },
    handler: async (request) => {
      const { username, password, ...check } = request.body
      const [place, route] = [readDevice(request), '/sys/mLogin']
      const prove = () => provePassword(services, username, password)
      const userId = await signIn(services, captcha, { ...place, route, name: username, check, prove })
      if ((await readDeparts(db.app, userId)).length === 0) throw refuse('NO_DEPART')
      return ok(await completeSignIn(services, userId, place, route), loggedIn)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/phoneLogin',
    config: { access: 'public' },
    schema: { body: PhoneLoginBody },
    handler: async (request) => {
      const { mobile, captcha: code, ticket } = request.body
      const [place, route] = [readDevice(request), '/sys/phoneLogin']
      const prove = () => provePhone(services, mobile, code)
      const userId = await signIn(services, captcha, {
        ...place,
        route,
        name: mobile,
        check: { ticket, ticketOnly: true },
        prove,
      })
      return ok(await completeSignIn(services, userId, place, route), loggedIn)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/cas/client/validateLogin',
    config: { access: 'public' },
    schema: { querystring: CasQuery },
    handler: async (request) => {
      const { ticket, service } = request.query
      const [place, route] = [readDevice(request), '/sys/cas/client/validateLogin']
      const prove = () => userOfTicket(services, ticket, service)
      const userId = await signIn(services, captcha, { ...place, route, prove })
      return ok(await completeSignIn(services, userId, place, route), loggedIn)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/login/secondFactor',
    config: { access: 'public' },
    schema: { body: FactorBody },
    handler: async (request) => {
      const { token, inputCode } = request.body
      return ok(await completeWithFactor(services, token, inputCode.trim(), readDevice(request)), loggedIn)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/loginWays',
    config: { access: 'public' },
    handler: async () =>
      ok({
        phone: true,
        register: config.signUp,
        cas: config.cas ? casLoginUrl(config.cas) : null,
        third: config.signOnServers.map(({ type, title }) => ({ type, title })),
      }),
  })
}
