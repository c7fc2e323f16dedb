import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { permOf } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readableScope } from '../../documents/readable-scope.ts'
import type { RegistryEntry } from '../../documents/registry.ts'
import { canOf, readable } from '../list-route.ts'
import { splitList } from '../query/grammar.ts'
import { readListRequest } from '../query/parameters.ts'
import { badParameter } from '../refuse.ts'
import { idList } from '../remove.ts'
import { resourceOf } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import { exportWorkbook } from './export-workbook.ts'
import type { Exports } from './exports.ts'
import { WORKBOOK_TYPE } from './workbook.ts'

export type ExportServices = ReadServices & { exports: Exports }

/** The header of a download with a name of any characters. */
export const attachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`

/**
 * `exportXls`: a workbook with the records that a list request finds, and their detail rows. `field` lists the columns
 * in order, `selections` the ids of selected records. Without records the body is empty.
 */
export function exportRoute(
  app: FastifyInstance,
  services: ExportServices,
  place: string,
  entryOf: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
): void {
  const { documents, exports } = services
  /** The first code that the user lacks, in the order: the list, the export. */
  const access = (request: FastifyRequest) => {
    const { document } = entryOf(request)
    const { code } = readableScope(documents, document, canOf(request))
    return canOf(request)(code) ? `${permOf(document)}:export` : code
  }

  app.get(`${place}/exportXls`, { config: { access } }, async (request, reply) => {
    const { field = '', selections, ...conditions } = request.query as Record<string, unknown>
    const entry = entryOf(request)
    // A list with a route of its own has rules of its own.
    if (entry.document.url?.list !== undefined) throw appError('NOT_FOUND')
    const view = readable(services, entry, request.user)
    const listRequest = readListRequest(conditions, view.columns, view.fallbackSort, view.sortable)
    if (typeof field !== 'string') throw badParameter('field')
    if (selections !== undefined && selections !== '')
      listRequest.conditions.push({ condition: sql`t.id in (${sql.join(idList(selections))})` })
    const body = await exports.stream((trx) =>
      exportWorkbook(trx, services, {
        resource: resourceOf(entry.document, entry.documentHash, fieldValues),
        view,
        listRequest,
        keys: splitList(field),
        can: canOf(request),
      }),
    )
    return reply
      .type(WORKBOOK_TYPE)
      .header('content-disposition', attachment(`${entry.document.title}.xlsx`))
      .send(body)
  })
}
