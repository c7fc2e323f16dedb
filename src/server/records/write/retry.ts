import type { FastifyInstance } from 'fastify'
import type { DocumentRegistry } from '../../documents/library/registry.ts'

/** PostgreSQL's codes for a missing column and a missing table. */
const missing = new Set(['42703', '42P01'])

/**
 * A document's tables change a moment before the document is registered: a request in between, whose
 * statement was refused as a whole, starts again with the new document. Applies to routes declared after this call.
 */
export function retryOnNewTables(app: FastifyInstance, documents: Pick<DocumentRegistry, 'settled'>): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply)
      } catch (error) {
        if (!missing.has(String((error as { code?: unknown }).code))) throw error
        await documents.settled()
        return await handler.call(this, request, reply)
      }
    }
  })
}
