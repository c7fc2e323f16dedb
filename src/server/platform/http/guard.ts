import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import type { HttpServices } from '../services.ts'
import { FairQueue } from '../store/queue/fair-queue.ts'
import type { AddressBudget } from './limits/limits.ts'
import { publicRoutes } from './public-routes.ts'
import { defineRefusals } from './refusals.ts'
import { inTenant } from './requests/tenant.ts'
import { holds } from './requests/user.ts'
import { viewedUser } from './requests/view-as.ts'

const refuse = defineRefusals(
  {
    PASSWORD_CHANGE_REQUIRED: '请先修改初始密码',
    PASSWORD_EXPIRED: '密码已过期或不符合现在的要求，请先修改密码',
  },
  'FORBIDDEN',
)

const refuseKey = defineRefusals(
  {
    API_KEY_ROUTE: '密钥只能读写记录，不能用于这个地址',
    API_KEY_SCOPE: '密钥的界面和权限里没有这一项，或者它的主人没有',
  },
  'FORBIDDEN',
)

/** The routes of records, under the address of each screen. */
const recordRoute = /^\/resource\/:group\/:name\//

/** Routes open to a user whose password has expired, and in production to one whose first password was generated. */
const openBeforeChange = new Set([
  '/sys/user/updatePassword',
  '/sys/permission/getUserPermissionByToken',
  // The form that changes the password is a document.
  '/schema/index',
  '/schema/documents/:group/:name',
])

const listMethods = (route: RouteOptions): string[] =>
  [route.method].flat().filter((method) => method !== 'HEAD')

/** The boot stops at a route that does not declare its access, or is public without being on the list. */
function checkDeclared(route: RouteOptions): void {
  const access = route.config?.access
  for (const method of listMethods(route)) {
    const name = `${method} ${route.url}`
    if (access === undefined || access === '') throw new Error(`route ${name} declares no access`)
    if (access === 'public' && !publicRoutes.has(name))
      throw new Error(`route ${name} is not on the public list`)
  }
}

const readToken = (request: FastifyRequest): string => {
  // A browser cannot set headers on a socket's handshake; the token is sent as its sub-protocol.
  const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
  const header = request.headers[isSocket ? 'sec-websocket-protocol' : 'x-access-token']
  return typeof header === 'string' ? header : ''
}

/** Browsers send the site of a request; other programs do not. */
const isFromHere = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)

/** One hook decides for every route, on the route that was matched and not on the text of the path. */
export function addGuard(app: FastifyInstance, services: HttpServices, budget: AddressBudget): void {
  app.addHook('onRoute', checkDeclared)
  app.decorateRequest('session', '')
  // A getter would hide that a public route has no user; the guard sets it before any handler runs.
  app.decorateRequest('user', null as never)
  app.decorateRequest('viewer', null)
  app.decorateRequest('keyName', null)

  // Tokens of unknown sessions wait here for the database; round robin between addresses.
  const lookUps = new FairQueue(
    { maxRunning: 5, maxRunningPerKey: 5, maxPending: 2000, maxPendingPerKey: 500, maxWait: 30_000 },
    () => appError('TOO_MANY'),
  )
  const identify = async (request: FastifyRequest, reply: FastifyReply, isUse: boolean) => {
    const { sessions } = services
    const token = readToken(request)
    const find = async () => {
      const found = await sessions.find(token, isUse)
      if (found) return found
      await budget.spend(request)
      throw appError('UNAUTHORIZED')
    }
    // Known sessions are served, whatever the other requests of the same address.
    if (sessions.isKnown(token)) return await find()
    return await lookUps.run(request.ip, async () => {
      await budget.requireLeft(request, reply)
      return await find()
    })
  }

  /** A program with a key reaches only what is declared for keys, with the codes of its scope; it never is `self`. */
  const admitKey = async (request: FastifyRequest, reply: FastifyReply, secret: string) => {
    const { access, forKeys } = request.routeOptions.config
    const found = await lookUps.run(request.ip, async () => {
      await budget.requireLeft(request, reply)
      const key = await services.apiKeys?.find(secret, request.ip)
      if (key) return key
      await budget.spend(request)
      throw appError('UNAUTHORIZED')
    })
    request.user = inTenant(found.user, request)
    request.session = `key ${found.id}`
    request.keyName = found.name
    if (forKeys && access === 'self') return
    if (!recordRoute.test(request.routeOptions.url ?? '')) throw refuseKey('API_KEY_ROUTE')
    const code = typeof access === 'function' ? access(request) : access
    if (code === undefined || code === 'self' || !holds(request.user, code)) throw refuseKey('API_KEY_SCOPE')
  }

  app.addHook('onRequest', async (request, reply) => {
    const { access, listLoad, changes, background } = request.routeOptions.config
    if (request.is404) return
    if (access === 'public') {
      if (changes && !isFromHere(request)) throw appError('FORBIDDEN')
      return
    }
    const secret = request.headers['x-api-key']
    if (secret !== undefined) return await admitKey(request, reply, String(secret))
    const found = await identify(request, reply, background !== true)
    request.user = inTenant(found.user, request)
    request.session = found.session
    if (!openBeforeChange.has(request.routeOptions.url ?? '')) {
      if (found.user.isPasswordExpired) throw refuse('PASSWORD_EXPIRED')
      if (found.user.mustChange && services.config.production) throw refuse('PASSWORD_CHANGE_REQUIRED')
    }
    const viewed = await viewedUser(services.sessions, request)
    if (viewed) {
      request.viewer = request.user
      request.user = viewed
    }
    if (changes && !isFromHere(request)) throw appError('FORBIDDEN')
    const code = typeof access === 'function' ? access(request) : access
    if (code === 'self') return
    if (code === undefined || code === 'public') throw appError('FORBIDDEN')
    if (holds(request.user, code)) return
    if (listLoad) throw appError('NO_DATA_PERMISSION')
    throw appError('FORBIDDEN', { result: await services.permissions.explain(code) })
  })
}
