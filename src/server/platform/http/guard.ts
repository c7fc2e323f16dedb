import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import type { BaseServices } from '../../app/services.ts'
import { FairQueue } from '../store/fair-queue.ts'
import type { AddressBudget } from './limits.ts'
import { publicRoutes } from './public-routes.ts'
import { barePath } from './route.ts'
import { holds } from './user.ts'

/** What somebody with a generated first password may still do in production. */
const openBeforeChange = new Set([
  '/sys/user/updatePassword',
  '/sys/permission/getUserPermissionByToken',
  // The form that changes it is a document.
  '/schema/index',
  '/schema/documents/:group/:name',
])

const methodsOf = (route: RouteOptions): string[] =>
  [route.method].flat().filter((method) => method !== 'HEAD')

/** Boot stops at a route that does not say who may call it, or calls itself public without being on the list. */
function checkDeclared(route: RouteOptions): void {
  const access = route.config?.access
  for (const method of methodsOf(route)) {
    const name = `${method} ${barePath(route.url)}`
    if (access === undefined || access === '') throw new Error(`route ${name} declares no access`)
    if (access === 'public' && !publicRoutes.has(name))
      throw new Error(`route ${name} is not on the public list`)
  }
}

const tokenOf = (request: FastifyRequest): string => {
  // A browser can't set headers on a socket's handshake; the token travels as its sub-protocol.
  const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
  const header = request.headers[isSocket ? 'sec-websocket-protocol' : 'x-access-token']
  return typeof header === 'string' ? header : ''
}

/** Browsers say which site a request comes from; programs that are none say nothing. */
const isFromHere = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)

/** One hook decides for every route, on the route that was matched and not on the text of the path. */
export function addGuard(app: FastifyInstance, services: BaseServices, budget: AddressBudget): void {
  app.addHook('onRoute', checkDeclared)
  app.decorateRequest('session', '')
  // A getter would hide that a public route has no user; the guard sets it before any handler runs.
  app.decorateRequest('user', null as never)

  // Tokens of no known session wait here for the database, and addresses take turns.
  const lookUps = new FairQueue(
    { maxRunning: 5, maxRunningPerKey: 5, maxPending: 2000, maxPendingPerKey: 500, maxWait: 30_000 },
    () => appError('TOO_MANY'),
  )
  const identify = async (request: FastifyRequest, reply: FastifyReply, isUse: boolean) => {
    const { sessions } = services
    const token = tokenOf(request)
    const find = async () => {
      const found = await sessions.find(token, isUse)
      if (found) return found
      await budget.spend(request)
      throw appError('UNAUTHORIZED')
    }
    // Whatever others behind the same address do, sessions that are known go on.
    if (sessions.isKnown(token)) return await find()
    return await lookUps.run(request.ip, async () => {
      await budget.requireLeft(request, reply)
      return await find()
    })
  }

  app.addHook('onRequest', async (request, reply) => {
    const { access, listLoad, changes, background } = request.routeOptions.config
    if (request.is404 || access === 'public') return
    const found = await identify(request, reply, background !== true)
    request.user = found.user
    request.session = found.session
    if (found.user.mustChange && services.config.production) {
      if (!openBeforeChange.has(barePath(request.routeOptions.url ?? ''))) {
        throw appError('FORBIDDEN', { text: '请先修改初始密码' })
      }
    }
    if (changes && !isFromHere(request)) throw appError('FORBIDDEN')
    const code = typeof access === 'function' ? access(request) : access
    if (code === 'self') return
    if (code === undefined || code === 'public') throw appError('FORBIDDEN')
    if (holds(found.user, code)) return
    if (listLoad) throw appError('NO_DATA_PERMISSION')
    throw appError('FORBIDDEN', { result: await services.permissions.explain(code) })
  })
}
