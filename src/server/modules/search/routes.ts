import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import { findRecords, type SearchServices } from './find-records.ts'

export type { SearchServices } from './find-records.ts'

const MAX_LETTERS = 100
const Query = Type.Object({ word: Type.String({ minLength: 1, maxLength: MAX_LETTERS }) })

/**
 * `GET /sys/search?word=`: the records whose number, name or searched texts contain the words, of the screens that the user
 * may list, each under the user's row rules. `isCut`: the search took too long and was stopped.
 */
export function searchRoutes(app: FastifyInstance, services: SearchServices): void {
  app.get('/sys/search', { config: { access: 'self' }, schema: { querystring: Query } }, async (request) =>
    ok(await findRecords(services, request.user, request.query.word)),
  )
}
