import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../documents/registry.ts'
import { ok } from '../platform/http/envelope.ts'
import { isLive } from './list.ts'
import { readable } from './list-route.ts'
import { allOf, and } from './query/condition.ts'
import { readListRequest } from './query/parameters.ts'
import { badParameter } from './refuse.ts'
import type { ReadServices } from './services.ts'

/** Maximum number of groups in one answer. */
const MAX_GROUPS = 200

/** The records with one value of a field. */
interface Group {
  value: unknown
  count: number
  /** The total of `sumField`, if the request names one. */
  sum?: unknown
}

/** Counts the records of a list query by the values of `groupField`, and totals `sumField` in each group. */
export function groupRoute(
  app: FastifyInstance,
  services: ReadServices,
  place: string,
  entryOf: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
  access: (request: FastifyRequest) => string,
): void {
  app.get(`${place}/groups`, { config: { access, listLoad: true } }, async (request) => {
    const { groupField, sumField, ...query } = request.query as Record<string, unknown>
    const view = readable(services, entryOf(request), request.user)
    const columnOf = (word: string, key: unknown) => {
      const column = typeof key === 'string' ? view.columns.get(key) : undefined
      if (!column) throw badParameter(word)
      return column
    }
    const group = columnOf('groupField', groupField)
    const summed = sumField === undefined ? null : columnOf('sumField', sumField)
    if (summed && !numeric.has(summed.type.type)) throw badParameter('sumField')
    const { conditions } = readListRequest(query, view.columns, view.fallbackSort, view.sortable)
    const where = and([...isLive(view.source), ...view.source.always, allOf(conditions)])
    const sum = summed ? sql`, sum(${summed.ref}) as total` : sql``
    const { rows } = await sql<{ value: unknown; n: string; total?: unknown }>`
      select ${group.ref} as value, count(*) as n ${sum} from ${sql.id(view.source.table)} as t where ${where}
      group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}`.execute(services.db.app)
    return ok(
      rows.map(
        ({ value, n, total }): Group => ({
          value: group.fromDb(value),
          count: Number(n),
          ...(summed ? { sum: summed.fromDb(total) ?? 0 } : {}),
        }),
      ),
    )
  })
}

const numeric: ReadonlySet<string> = new Set(['numeric', 'integer', 'bigint'])
