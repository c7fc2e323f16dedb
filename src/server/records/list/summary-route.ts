import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import { ok } from '../../platform/http/envelope.ts'
import { splitList } from '../query/grammar.ts'
import { badParameter } from '../refuse.ts'
import type { ReadServices } from '../services.ts'
import { parseListRequest, readable } from './list-route.ts'
import { isSummable, readSummary } from './summary.ts'

const MAX_COLUMNS = 30

/**
 * `summary`: sums and averages over all rows that a list request finds. `field` lists the number columns; `groupBy`
 * names a column by whose values the rows are counted and summed, too. Other parameters are those of the list.
 */
export function summaryRoute(
  app: FastifyInstance,
  services: ReadServices,
  place: string,
  readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
  access: (request: FastifyRequest) => string,
): void {
  app.get(`${place}/summary`, { config: { access, listLoad: true } }, async (request) => {
    const { field = '', groupBy, ...conditions } = request.query as Record<string, unknown>
    const entry = readEntry(request)
    // A list with a route of its own has rules of its own.
    if (entry.document.url?.list !== undefined) throw appError('NOT_FOUND')
    const view = readable(services, entry, request.user)
    const keys = typeof field === 'string' ? splitList(field) : []
    const columns = keys.flatMap((key): Column[] => {
      const column = view.queried.get(key)
      return column && isSummable(column) ? [column] : []
    })
    if (columns.length < keys.length || keys.length > MAX_COLUMNS) throw badParameter('field')
    const by = typeof groupBy === 'string' ? view.queried.get(groupBy) : undefined
    if (groupBy !== undefined && (!by || by.isMasked)) throw badParameter('groupBy')
    const listRequest = parseListRequest(view, conditions, true)
    return ok(await readSummary(services.db.app, view.source, listRequest, columns, by))
  })
}
