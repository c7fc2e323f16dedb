import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** A session's budget is generous; an address without a session gets a sixth of it, shared by all behind it. */
export function addLimits(app: FastifyInstance, config: Config): void {
  if (config.rateLimit === 0) return
  app.register(rateLimit, {
    // After the guard, which is an onRequest hook: the key is the session where there is one.
    hook: 'preParsing',
    timeWindow: 60_000,
    keyGenerator: (request) => request.session || `ip ${request.ip}`,
    max: (request) => (request.session ? config.rateLimit : Math.max(1, Math.ceil(config.rateLimit / 6))),
    allowList: (request) => request.routeOptions.url === '/healthz',
  })
}
