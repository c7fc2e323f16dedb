import type { FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { buildCaller } from '../../records/caller.ts'
import { readDetailRows } from '../../records/detail/detail-list.ts'
import { buildCan } from '../../records/list/list-route.ts'
import { codesOfRows } from '../../records/list/queried-details.ts'
import { isRecordId, readHead } from '../../records/read/record.ts'
import { badParameter, notFound } from '../../records/refuse.ts'
import { getResource } from '../../records/resource.ts'
import { listQuery, screenNames, toWireRow } from './names.ts'
import { recordOfRows } from './row-edits.ts'
import { type CgformServices, readHeadId, requireRecords } from './screens.ts'

/** The detail table that the address of a request names, by its head or its table. Throws NOT_FOUND. */
function openDetail({ documents }: CgformServices, request: FastifyRequest) {
  const { entry, detail } = requireRecords(documents, readHeadId(request))
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const found = resource.details.find(({ key }) => key === detail?.key)
  if (!found) throw appError('NOT_FOUND')
  return { resource, detail: found }
}

/** The first code that the user lacks for the rows of a request, as at their ordinary address. */
export const rowsAccess =
  (services: CgformServices) =>
  (request: FastifyRequest): string => {
    const { resource, detail } = openDetail(services, request)
    const codes = codesOfRows(resource, detail)
    return codes.find((code) => !buildCan(request)(code)) ?? codes.at(-1) ?? ''
  }

/** The column by which the rows of a request refer to their record. */
export const readForeignKey = (services: CgformServices, request: FastifyRequest): string =>
  openDetail(services, request).detail.fk

/** A page of the rows of one record by their columns. Throws NO_DATA_PERMISSION without the rights to them. */
export async function listDetailRows(
  services: CgformServices,
  request: FastifyRequest,
  mainId: unknown,
  query: JsonObject,
) {
  if (!buildCan(request)(rowsAccess(services)(request))) throw appError('NO_DATA_PERMISSION')
  if (typeof mainId !== 'string' || !isRecordId(mainId)) throw badParameter('mainId')
  const { resource, detail } = openDetail(services, request)
  const caller = buildCaller(request.user, services)
  const head = await readHead(services.db.app, resource, mainId, caller.rules(resource))
  if (!head) throw notFound()
  const names = screenNames(resource.screen).details.find(({ key }) => key === detail.key)
  if (!names) throw appError('NOT_FOUND')
  const sent = listQuery(names, query)
  const answer = await readDetailRows(services, { resource, detail, caller, query: sent }, head)
  const foreignKey = { [detail.fk]: head[detail.ref] }
  return { ...answer, records: answer.records.map((row) => ({ ...toWireRow(names, row), ...foreignKey })) }
}

/** One row by its columns. Throws like `listDetailRows`, and NOT_FOUND for an unknown row. */
export async function readDetailRow(services: CgformServices, request: FastifyRequest, id: string) {
  const { detail } = openDetail(services, request)
  const recordId = await recordOfRows(services, request, detail, { ids: [id] })
  const { records } = await listDetailRows(services, request, recordId, { id, pageSize: '1' })
  const [row] = records
  if (!row) throw notFound()
  return row
}
