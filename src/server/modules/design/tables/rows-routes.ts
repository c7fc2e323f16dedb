import type { FastifyRequest } from 'fastify'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { readDocumentId } from '../../../documents/document-path.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { currentRequester } from '../../../platform/store/requester.ts'
import type { ImportRouteServices } from '../../../records/excel/import-route.ts'
import { designWrite } from '../permissions.ts'
import { DesignPath, documentPlace, RowsBody } from '../shape.ts'
import { importPastedRows, removePastedRows, storePastedRows } from './pasted-rows.ts'

const place = `${documentPlace}/rows`

/** The rows that were pasted with a header: kept with the draft, imported into the released screen, or dismissed. */
export const rowsRoutes: Plugin<ImportRouteServices> = (app, services) => {
  const { db, documents, imports } = services
  const write = { access: designWrite }
  const readEntry = (request: FastifyRequest) => {
    const entry = documents.screen(readDocumentId(request))
    if (!entry) throw appError('NOT_FOUND')
    return entry
  }

  app.route({
    method: 'PUT',
    url: place,
    config: write,
    schema: { params: DesignPath, body: RowsBody },
    handler: async (request) => {
      await db.write((trx) => storePastedRows(trx, readDocumentId(request), request.user.id, request.body))
      return ok(null, errorText('SAVED'))
    },
  })

  app.route({
    method: 'DELETE',
    url: place,
    config: write,
    schema: { params: DesignPath },
    handler: async (request) => {
      if (!(await db.write((trx) => removePastedRows(trx, readDocumentId(request), request.user.id))))
        throw appError('NO_ENTITY')
      return ok(null, '删除成功!')
    },
  })

  app.route({
    method: 'POST',
    url: `${place}/import`,
    config: { access: (request) => `${getPerm(readEntry(request).document)}:import` },
    schema: { params: DesignPath },
    handler: async (request) => {
      const { key, signal } = currentRequester()
      return imports.run(key, () => importPastedRows(services, readEntry(request), request.user), signal())
    },
  })
}
