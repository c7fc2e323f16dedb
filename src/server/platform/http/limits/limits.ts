import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import type { Config } from '../../config.ts'

/** The requests per minute of an address without a session. */
export interface AddressBudget {
  /** Throws TOO_MANY, with Retry-After, when the address has used up its budget. Does not change the budget. */
  requireLeft(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Subtracts one request from the budget. */
  spend(request: FastifyRequest): Promise<void>
}

const unlimited: AddressBudget = {
  requireLeft: async () => undefined,
  spend: async () => undefined,
}

/** A session's budget is generous; an address without a session gets a sixth of it for all requests without a session. */
export function addLimits(app: FastifyInstance, config: Config): AddressBudget {
  if (config.rateLimit === 0) return unlimited
  app.register(rateLimit, {
    // After the guard, which is an onRequest hook: the key is the session when there is one.
    hook: 'preParsing',
    timeWindow: 60_000,
    keyGenerator: (request) => request.session || `ip ${request.ip}`,
    max: (request) => (request.session ? config.rateLimit : Math.max(1, Math.ceil(config.rateLimit / 6))),
    allowList: (request) => ['/healthz', '/readyz', '/metrics'].includes(request.routeOptions.url ?? ''),
  })
  // The guard's refusals never reach that hook. They are counted in the same store.
  let limiter: ReturnType<FastifyInstance['createRateLimit']> | undefined
  const ask = (request: FastifyRequest, increment: boolean) => {
    limiter ??= app.createRateLimit()
    return limiter(request, { increment })
  }
  return {
    async requireLeft(request, reply) {
      const state = await ask(request, false)
      if (state.isAllowed || state.remaining > 0) return
      reply.header('retry-after', state.ttlInSeconds)
      throw appError('TOO_MANY')
    },
    async spend(request) {
      await ask(request, true)
    },
  }
}
