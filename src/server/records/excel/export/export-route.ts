import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../../documents/library/registry.ts'
import { readableScope } from '../../../documents/readable-scope.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { readOnlyView } from '../../../platform/http/requests/view-as.ts'
import { isStrict } from '../../generic-place.ts'
import { buildCan, parseListRequest, readable } from '../../list/list-route.ts'
import { splitList } from '../../query/grammar.ts'
import { countUpTo } from '../../query/list.ts'
import { badParameter } from '../../refuse.ts'
import { getResource } from '../../resource.ts'
import type { ReadServices } from '../../services.ts'
import { idList } from '../../write/remove.ts'
import { WORKBOOK_TYPE } from '../workbook/workbook.ts'
import { type ExportJobServices, MAX_DIRECT_RECORDS, startExportJob } from './export-job.ts'
import { exportRights } from './export-rights.ts'
import { exportWorkbook } from './export-workbook.ts'
import { MAX_RECORDS } from './exports.ts'

export type ExportServices = ReadServices & ExportJobServices

/** The header of a download with a name of any characters. */
export const attachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`

/** The rights that an export needs: the first code that the user lacks, in the order: the list, the export. */
export const exportAccess =
  (
    { documents }: Pick<ReadServices, 'documents'>,
    readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
  ) =>
  (request: FastifyRequest): string => {
    const { document } = readEntry(request)
    const { code } = readableScope(documents, document, buildCan(request))
    return buildCan(request)(code) ? `${getPerm(document)}:export` : code
  }

/**
 * Answers a workbook with the records that a list request finds, and their detail rows. `field` lists the columns
 * in order, `selections` the ids of selected records. Without records the body is empty. With `background=1` an export of
 * many records is answered with its id and runs on.
 */
export async function answerExport(
  services: ExportServices,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    entry,
    query,
    refuses = false,
  }: { entry: RegistryEntry<StoredScreen>; query: Record<string, unknown>; refuses?: boolean },
) {
  const { db, exports } = services
  const { field = '', selections, background, ...conditions } = query
  const { document, documentHash } = entry
  const { user } = request
  const view = readable(services, entry, user)
  const listRequest = parseListRequest(view, conditions, refuses)
  if (typeof field !== 'string') throw badParameter('field')
  if (selections !== undefined && selections !== '')
    listRequest.conditions.push({ condition: sql`t.id in (${sql.join(idList(selections))})` })
  const resource = getResource(document, documentHash, fieldValues)
  const exported = { resource, view, listRequest, keys: splitList(field), can: buildCan(request) }
  const fileName = `${document.title}.xlsx`
  const rows = background === '1' ? await countUpTo(db.app, view.source, listRequest, MAX_RECORDS + 1) : 0
  if (rows > MAX_RECORDS) throw appError('REPORT_TOO_LONG', { values: { most: MAX_RECORDS } })
  if (rows > MAX_DIRECT_RECORDS) {
    // The file and the message at its end would be stored for the viewed user.
    if (request.viewer) throw readOnlyView()
    const rights = exportRights(services, entry, user)
    const id = await startExportJob(
      services,
      { screen: document.id, user, fileName, rights, rows },
      {
        title: document.title,
        open: (progress) => (trx) => exportWorkbook(trx, services, { ...exported, progress }),
      },
    )
    return ok({ exportId: id, state: 'running' }, '导出已开始，可以关闭窗口，完成后会有消息提醒')
  }
  const body = await exports.stream((trx) => exportWorkbook(trx, services, exported))
  return reply.type(WORKBOOK_TYPE).header('content-disposition', attachment(fileName)).send(body)
}

/** `exportXls` of the screens at an address. */
export function exportRoute(
  app: FastifyInstance,
  services: ExportServices,
  place: string,
  readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
): void {
  app.get(`${place}/exportXls`, { config: { access: exportAccess(services, readEntry) } }, (request, reply) =>
    answerExport(services, request, reply, {
      entry: readEntry(request),
      query: request.query as Record<string, unknown>,
      refuses: isStrict(place),
    }),
  )
}
