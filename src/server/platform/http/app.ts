import type { RequestListener, Server } from 'node:http'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { HttpServices } from '../services.ts'
import { addCompression } from './compression.ts'
import { addErrorHandler, sendUnreadable } from './errors.ts'
import { addFiles } from './files.ts'
import { addGuard } from './guard.ts'
import { addBounds, MAX_PUBLIC_BODY } from './limits/bounds.ts'
import { addLimits } from './limits/limits.ts'
import { addLoadShedding } from './limits/load.ts'
import { addForwarded } from './requests/forwarded.ts'
import { addReplicaReads } from './requests/replica-reads.ts'
import { newRequestId } from './requests/request-id.ts'
import { addRequester } from './requests/requester.ts'
import { type Plugin, stripPrefix } from './route.ts'
import { addValidators } from './validation.ts'

/**
 * Allows only the product's own scripts, and none made from text. `unsafe-inline` is for styles, which antd writes at run time.
 * Frames may show the own origin and the configured origins.
 */
const contentPolicy = (frameOrigins: readonly string[]) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  // Includes sockets of the same host.
  connectSrc: ["'self'"],
  frameSrc: ["'self'", ...frameOrigins],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
})

export interface AppOptions<S extends HttpServices> {
  plugins: readonly Plugin<S>[]
  /** Called once, before the routes, for plugins of the whole server (documentation, sockets). */
  extend?: (app: FastifyInstance) => void
  /** Uses a server that listens already. */
  attach?: { server: Server; use(listener: RequestListener): void }
}

/** The HTTP server. `ready()` rejects when a route declares no access. */
export function createApp<S extends HttpServices>(services: S, options: AppOptions<S>): FastifyInstance {
  const { config, log } = services
  const { attach } = options
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: config.trustedProxy ?? false,
    frameworkErrors: sendUnreadable,
    bodyLimit: MAX_PUBLIC_BODY,
    // Routing costs memory and time at each start for every registered route: both addresses of a route are one.
    rewriteUrl: ({ url }) => stripPrefix(url ?? '/'),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    ...(attach && {
      serverFactory: (listener: RequestListener) => {
        attach.use(listener)
        return attach.server
      },
    }),
  }) as unknown as FastifyInstance

  addErrorHandler(app)
  addForwarded(app)
  addValidators(app)
  app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config.frameOrigins) },
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
  })
  addRequester(app)
  const isBusy = addLoadShedding(app, services)
  addGuard(app, services, addLimits(app, config))
  addReplicaReads(app, services)
  addBounds(app)
  addCompression(app)
  addFiles(app, config)
  options.extend?.(app)
  for (const plugin of options.plugins) {
    const register = async (scope: FastifyInstance) => plugin(scope, services)
    // Without this name, Fastify compares each plugin with all loaded modules.
    app.register(Object.assign(register, { [Symbol.for('fastify.display-name')]: plugin.name }))
  }
  app.route({
    method: 'GET',
    url: '/healthz',
    exposeHeadRoute: true,
    config: { access: 'public' },
    // A busy server is alive: restarting or skipping it would move its load to the others.
    handler: async () => ({ status: isBusy() ? 'busy' : 'ok' }),
  })
  return app
}
