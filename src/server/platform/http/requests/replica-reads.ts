import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../store/database.ts'
import { readFromReplica } from '../../store/requester.ts'

const mayWrite = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  config.reads !== true && (config.changes === true || !['GET', 'HEAD'].includes(method))

/**
 * With a replica, the handlers of lists read from it, and the answer of a request that may have written is sent when later
 * reads on every instance will see what it wrote.
 */
export function addReplicaReads(app: FastifyInstance, { db: { replica } }: { db: Database }): void {
  if (!replica) return
  // The handler alone: hooks before and after it may write.
  app.addHook('onRoute', (route) => {
    if (route.config?.listLoad !== true) return
    const { handler } = route
    route.handler = function (...call) {
      return readFromReplica(() => handler.apply(this, call))
    }
  })
  app.addHook('onSend', async (request) => {
    // Without the message other instances are late for a moment; the request itself has been done.
    if (mayWrite(request)) await replica.noteCommit().catch(() => undefined)
  })
}
