import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { DocumentPath, readDocumentId } from '../../documents/document-path.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import { ok } from '../../platform/http/envelope.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { buildCaller } from '../../records/caller.ts'
import { notFound } from '../../records/refuse.ts'
import { getResource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { findImports, isOwnImport } from './store.ts'
import { undoImport } from './undo.ts'

export type UndoServices = RecordServices

const UndoBody = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 36 }) },
  { additionalProperties: false },
)

const place = '/resource/:group/:name/import'

/** The recent imports of the signed-in user into a screen, and undoing one of them. */
export function importHistoryRoutes(app: FastifyInstance, services: UndoServices): void {
  const { db, documents } = services
  const readEntry = (request: FastifyRequest): RegistryEntry<StoredScreen> => {
    const entry = documents.screen(readDocumentId(request))
    if (!entry) throw appError('NOT_FOUND')
    return entry
  }
  const config = { access: (request: FastifyRequest) => `${getPerm(readEntry(request).document)}:import` }

  app.get(`${place}/recent`, { config, schema: { params: DocumentPath } }, async (request) =>
    ok(await findImports(db.app, readEntry(request).document.id, request.user.id)),
  )

  app.route({
    method: 'POST',
    url: `${place}/undo`,
    config,
    schema: { params: DocumentPath, body: UndoBody },
    handler: async (request) => {
      const { document, documentHash } = readEntry(request)
      const { user, ip } = request
      const { id } = request.body
      if (!(await isOwnImport(db.app, id, document.id, user.id))) throw notFound()
      const resource = getResource(document, documentHash, fieldValues)
      await undoImport(services, resource, buildCaller(user, services), id, (trx) => {
        const content = `撤销导入：${document.title}`
        return writeLog(trx, { type: 2, content, username: user.username, ip, route: request.originalUrl })
      })
      return ok(null, '已撤销导入')
    },
  })
}
