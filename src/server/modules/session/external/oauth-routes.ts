import type { FastifyRequest } from 'fastify'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { openCaptcha } from '../bot-check/captcha.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { consume, peek } from '../passwords/one-time.ts'
import type { SessionServices } from '../services.ts'
import { type Proof, signIn } from '../sign-in/sign-in.ts'
import { provePassword, provePhone, readDevice } from '../sign-in-routes.ts'
import {
  type Back,
  backPages,
  consumeAccount,
  type ExternalAccount,
  findLinkedUser,
  finishOAuth,
  issueBinding,
  startOAuth,
  takeState,
} from './oauth.ts'
import {
  BindPasswordBody,
  BindPhoneBody,
  CallbackQuery,
  LoginUserParams,
  NonceQuery,
  RenderQuery,
  SourceParams,
} from './oauth-shape.ts'
import { openOidcClient } from './oidc.ts'

const refuse = defineRefusals({
  THIRD_NOT_CONFIGURED: '未配置该登录方式',
  THIRD_UNPROVED: '校验失败',
  THIRD_USER_UNKNOWN: '用户未找到',
})
const MAX_PEEKS = 20

/** Signing in through a server that the configuration names; its people are bound to accounts that exist. */
export const oauthRoutes: Plugin<SessionServices> = (app, services) => {
  const { db, config, log } = services
  const captcha = openCaptcha(db)
  const oidc = openOidcClient()
  const requireServer = (source: string) => {
    const server = config.signOnServers.find(({ type }) => type === source.toLowerCase())
    if (!server) throw refuse('THIRD_NOT_CONFIGURED')
    return server
  }
  /** The token is in the fragment (#), which neither logs nor other sites see. */
  const backTo = (back: Back, parts: Record<string, string>) =>
    `${backPages[back]}#${new URLSearchParams(parts)}`

  app.route({
    method: 'GET',
    url: '/sys/thirdLogin/render/:source',
    config: { access: 'public' },
    schema: { params: SourceParams, querystring: RenderQuery },
    handler: async ({ params, query }, reply) => {
      const server = requireServer(params.source)
      const back = query.back ?? 'login'
      const address = await startOAuth(db.app, oidc, server, query.nonce, back).catch((error: unknown) => {
        log.warn({ err: error, third: server.type }, 'the sign-on server cannot be reached')
        return backTo(back, { third: server.type, error: '1' })
      })
      return reply.redirect(address)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/thirdLogin/:source/callback',
    config: { access: 'public' },
    schema: { params: SourceParams, querystring: CallbackQuery },
    handler: async ({ params, query }, reply) => {
      const server = requireServer(params.source)
      const state = await takeState(db.app, query.state ?? '')
      const { code, state: returnedState = '', iss } = query
      const returned = code ? { code, state: returnedState, ...(iss && { iss }) } : null
      const token =
        returned && state?.type === server.type
          ? await finishOAuth(services, oidc, server, state, returned)
          : null
      const answer: Record<string, string> = token === null ? { error: '1' } : { token }
      return reply.redirect(backTo(state?.back ?? 'login', { third: server.type, ...answer }))
    },
  })

  const loginUserPlace = '/sys/thirdLogin/getLoginUser/:token/:thirdType'
  // Version 3 of the contract's client adds a tenant, which its user chooses after the sign-in here.
  for (const url of [loginUserPlace, `${loginUserPlace}/:tenantId`])
    app.route({
      method: 'GET',
      url,
      config: { access: 'public' },
      schema: { params: LoginUserParams, querystring: NonceQuery },
      handler: (request) => loginUser(request),
    })

  const loginUser = async (request: FastifyRequest<{ Params: LoginUserParams; Querystring: NonceQuery }>) => {
    const { token, thirdType } = request.params
    const [place, route] = [readDevice(request), '/sys/thirdLogin/getLoginUser']
    let stranger: ExternalAccount | null = null
    const prove = async (): Promise<Proof> => {
      const person = await consumeAccount(db.app, token, thirdType, request.query.nonce ?? '')
      if (!person) return { refuse: (parts) => refuse('THIRD_UNPROVED', parts) }
      const userId = await findLinkedUser(db.app, person)
      if (userId === null) stranger = person
      return userId === null ? { refuse: (parts) => refuse('THIRD_USER_UNKNOWN', parts) } : { userId }
    }
    const userId = await signIn(services, captcha, { ...place, route, prove }).catch(
      async (error: unknown) => {
        if (!stranger) throw error
        const { nickname }: ExternalAccount = stranger
        const thirdUserUuid = await issueBinding(db.app, stranger)
        throw refuse('THIRD_USER_UNKNOWN', { result: { thirdUserUuid, nickname } })
      },
    )
    return ok(await completeSignIn(services, userId, place, route), '登录成功')
  }

  /** Signs in and binds: the binding token is used up only when both succeed. */
  const bindAndEnter = async (
    request: FastifyRequest,
    uuid: string,
    enter: () => Promise<string>,
    route: string,
  ) => {
    if (!(await peek(db.app, 'third-bind', uuid, MAX_PEEKS))) throw refuse('THIRD_UNPROVED')
    const userId = await enter()
    const person = await consume<ExternalAccount>(db.app, 'third-bind', uuid)
    if (!person) throw refuse('THIRD_UNPROVED')
    return ok(await completeSignIn(services, userId, readDevice(request), route, person), '登录成功')
  }

  app.route({
    method: 'POST',
    url: '/sys/thirdLogin/bindingThirdPhone',
    config: { access: 'public' },
    schema: { body: BindPhoneBody },
    handler: async (request) => {
      const { mobile, captcha: code, thirdUserUuid, ticket } = request.body
      const [place, route] = [readDevice(request), '/sys/thirdLogin/bindingThirdPhone']
      const prove = () => provePhone(services, mobile, code)
      const enter = () =>
        signIn(services, captcha, {
          ...place,
          route,
          name: mobile,
          check: { ticket, ticketOnly: true },
          prove,
        })
      return await bindAndEnter(request, thirdUserUuid, enter, route)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/thirdLogin/user/checkPassword',
    config: { access: 'public' },
    schema: { body: BindPasswordBody },
    handler: async (request) => {
      const { uuid, username, password, ticket } = request.body
      const [place, route] = [readDevice(request), '/sys/thirdLogin/user/checkPassword']
      const prove = () => provePassword(services, username, password, '密码不正确')
      const enter = () =>
        signIn(services, captcha, {
          ...place,
          route,
          name: username,
          check: { ticket, ticketOnly: true },
          prove,
        })
      return await bindAndEnter(request, uuid, enter, route)
    },
  })
}
