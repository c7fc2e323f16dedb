import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The address that a trusted proxy names must be one: it is stored, compared and counted. Otherwise the proxy's own address
 * is that of the request.
 */
export function addForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (isIP(request.ip) === 0) delete request.raw.headers['x-forwarded-for']
    done()
  })
}
