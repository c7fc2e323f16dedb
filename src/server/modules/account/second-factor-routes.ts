import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import {
  buildPurpose,
  consume,
  createTotpSecret,
  isOwnPassword,
  issue,
  peek,
  readFactor,
  removeFactor,
  renewRecoveryCodes,
  type SessionServices,
  storeFactor,
  Text,
  totpStep,
  totpUri,
} from '../session/interface.ts'

const refuse = defineRefusals({
  PASSWORD_WRONG: '密码不正确',
  SECOND_FACTOR_ON: '两步验证已经开启',
  SECOND_FACTOR_OFF: '两步验证没有开启',
  SECOND_FACTOR_WRONG: '动态验证码错误',
  SECOND_FACTOR_SETUP: '设置已超时，请重新开始',
})

const PasswordBody = Type.Object({ password: Text(1000) }, { additionalProperties: false })
const EnableBody = Type.Object(
  { setupToken: Text(100), inputCode: Text(20) },
  { additionalProperties: false },
)

/** A secret that the authenticator has and the server has not accepted yet; encrypted like the stored one. */
interface Setup {
  userId: string
  secret: string
}

/** Seconds in which the first code must follow the password. */
const SETUP_LIFE = 900
const MAX_TRIES = 10

/** The user's own second factor: switched on and off with the password. */
export const secondFactorRoutes: Plugin<SessionServices> = (app, { db, secrets, config }) => {
  const log = (username: string, ip: string, content: string) =>
    writeLog(db.app, { type: 2, content, username, ip, route: '/sys/user/secondFactor' })
  const requirePassword = async (userId: string, password: string) => {
    if (!(await isOwnPassword(db.app, userId, password))) throw refuse('PASSWORD_WRONG')
  }

  app.get('/sys/user/secondFactor', { config: { access: 'self' } }, async ({ user }) =>
    ok((await readFactor(db.app, user.id)) ?? { since: null, recoveryCodes: 0 }),
  )

  app.route({
    method: 'POST',
    url: '/sys/user/secondFactor/begin',
    config: { access: 'self' },
    schema: { body: PasswordBody },
    handler: async ({ body, user }) => {
      await requirePassword(user.id, body.password)
      if ((await readFactor(db.app, user.id)) !== null) throw refuse('SECOND_FACTOR_ON')
      const secret = createTotpSecret()
      const setup: Setup = { userId: user.id, secret: secrets.encrypt(secret, buildPurpose(user.id)) }
      const setupToken = await issue(db.app, 'factor-setup', setup, SETUP_LIFE)
      return ok({ setupToken, secret, uri: totpUri(secret, config.productTitle, user.username) })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/secondFactor/enable',
    config: { access: 'self' },
    schema: { body: EnableBody },
    handler: async ({ body: { setupToken, inputCode }, user, ip }) => {
      const setup = await peek<Setup>(db.app, 'factor-setup', setupToken, MAX_TRIES)
      const secret = setup?.userId === user.id ? secrets.decrypt(setup.secret, buildPurpose(user.id)) : null
      if (secret === null) throw refuse('SECOND_FACTOR_SETUP')
      const step = totpStep(secret, inputCode.trim())
      if (step === null) throw refuse('SECOND_FACTOR_WRONG')
      if (!(await consume(db.app, 'factor-setup', setupToken))) throw refuse('SECOND_FACTOR_SETUP')
      const recoveryCodes = await db.write((trx) =>
        storeFactor(trx, secrets, { userId: user.id, secret, step }),
      )
      if (recoveryCodes === null) throw refuse('SECOND_FACTOR_ON')
      await log(user.username, ip, '开启两步验证')
      return ok({ recoveryCodes }, '两步验证已开启')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/secondFactor/disable',
    config: { access: 'self' },
    schema: { body: PasswordBody },
    handler: async ({ body, user, ip }) => {
      await requirePassword(user.id, body.password)
      if (!(await removeFactor(db.app, user.id))) throw refuse('SECOND_FACTOR_OFF')
      await log(user.username, ip, '关闭两步验证')
      return ok(null, '两步验证已关闭')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/secondFactor/recoveryCodes',
    config: { access: 'self' },
    schema: { body: PasswordBody },
    handler: async ({ body, user, ip }) => {
      await requirePassword(user.id, body.password)
      if ((await readFactor(db.app, user.id)) === null) throw refuse('SECOND_FACTOR_OFF')
      const recoveryCodes = await db.write((trx) => renewRecoveryCodes(trx, user.id))
      await log(user.username, ip, '重新生成恢复码')
      return ok({ recoveryCodes }, '旧的恢复码已失效')
    },
  })
}
