import type { FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { onlyKeys } from '../../records/body.ts'
import { buildCaller } from '../../records/caller.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { listRoutes, type RecordRouteServices, recordRoutes } from '../../records/record-routes.ts'
import { getResource } from '../../records/resource.ts'
import { writeRecords } from '../../records/transaction.ts'
import { idList, removeRecords } from '../../records/write/remove.ts'
import { readId } from '../../records/write/save-change.ts'
import { departReader } from './view.ts'

export type DepartServices = RecordRouteServices & ImportRouteServices

/** The records of departments at the addresses of the contract; a delete includes the departments below. */
export const departRecordRoutes: Plugin<DepartServices> = (app, services) => {
  const { entry } = bindDocument(services, 'system/depart')
  const { read } = departReader(services)
  const address = { place: '/sys/sysDepart', readEntry: entry }
  listRoutes(app, services, address)
  importRoutesAt(app, services, address.place, entry)
  recordRoutes(app, services, {
    ...address,
    texts: { edit: '修改成功!' },
    isContract: true,
    omits: ['delete', 'deleteBatch'],
  })

  const remove = async (request: FastifyRequest, ids: readonly string[]) => {
    const { document, documentHash } = entry()
    const records = await read(request.user)
    const whole = new Set(ids)
    // Parents come before their children, because records are sorted by code.
    for (const { id, parentId } of records) if (whole.has(String(parentId))) whole.add(String(id))
    const resource = getResource(document, documentHash, fieldValues)
    const caller = buildCaller(request.user, services)
    await writeRecords(services, (transaction) => removeRecords(transaction, resource, caller, [...whole]))
  }

  app.delete('/sys/sysDepart/delete', { config: { access: 'depart:delete' } }, async (request) => {
    await remove(request, [readId(onlyKeys(request.query, ['id']).id)])
    return ok(null, '删除成功!')
  })

  app.delete('/sys/sysDepart/deleteBatch', { config: { access: 'depart:delete' } }, async (request) => {
    await remove(request, idList(onlyKeys(request.query, ['ids']).ids))
    return ok(null, '批量删除成功！')
  })
}
