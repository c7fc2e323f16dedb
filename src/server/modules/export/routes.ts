import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { readableScope } from '../../documents/readable-scope.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { exportRights } from '../../records/excel/export/export-rights.ts'
import { attachment } from '../../records/excel/export/export-route.ts'
import { WORKBOOK_TYPE } from '../../records/excel/workbook/workbook.ts'
import { buildCan } from '../../records/list/list-route.ts'
import { notFound } from '../../records/refuse.ts'
import type { ReadServices } from '../../records/services.ts'
import { exportFileName, exportFolder, removeExportFile } from './files.ts'
import { findExports, findFinished, forgetExport } from './store.ts'

const refuse = defineRefusals({ EXPORT_RIGHTS: '您的权限或数据范围已变化，请重新导出' })

export type ExportHistoryServices = ReadServices & Pick<PlatformServices, 'config'>

// Open to other parameters: the page adds `_t` to each address.
const ScreenQuery = Type.Object({ screen: Type.String({ maxLength: 129 }) })
const ExportId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })

const place = '/sys/export'

/** The long exports of the signed-in user: the list of a screen, the file of one, and removing one. */
export function exportHistoryRoutes(app: FastifyInstance, services: ExportHistoryServices): void {
  const { db, documents, config } = services
  const folder = exportFolder(config)
  const self = { access: 'self' } as const

  app.get(
    `${place}/recent`,
    { config: self, schema: { querystring: ScreenQuery } },
    async ({ query, user }) => ok(await findExports(db.app, query.screen, user.id)),
  )

  app.get(`${place}/file`, { config: self, schema: { querystring: ExportId } }, async (request, reply) => {
    const { user, query } = request
    const found = await findFinished(db.app, query.id, user.id)
    const entry = found && documents.screen(found.screen)
    if (!found || !entry) throw notFound()
    // The file has the content that the user could read when it was written.
    const can = buildCan(request)
    const codes = [readableScope(documents, entry.document, can).code, `${getPerm(entry.document)}:export`]
    if (!codes.every(can)) throw appError('FORBIDDEN')
    if (exportRights(services, entry, user) !== found.rights) throw refuse('EXPORT_RIGHTS')
    const path = join(folder, exportFileName(query.id))
    const stats = await stat(path).catch(() => null)
    if (!stats) throw notFound()
    return reply
      .type(WORKBOOK_TYPE)
      .header('content-length', stats.size)
      .header('content-disposition', attachment(found.fileName))
      .send(createReadStream(path))
  })

  app.route({
    method: 'POST',
    url: `${place}/remove`,
    config: self,
    schema: { body: ExportId },
    handler: async ({ body, user }) => {
      const state = await forgetExport(db.app, body.id, user.id)
      if (state === null) throw notFound()
      await removeExportFile(folder, body.id)
      return ok(null, state === 'running' ? '已取消导出' : '已删除')
    },
  })
}
