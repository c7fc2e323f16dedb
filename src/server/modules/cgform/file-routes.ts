import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, isObjectText, type JsonObject } from '#runtime/kernel/json.ts'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import { getColumnName } from '../../documents/plan/tables.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { answerExport, attachment, exportAccess } from '../../records/excel/export/export-route.ts'
import { answerImportRequest, maxImportBody, registerImportForms } from '../../records/excel/import-route.ts'
import { writeZip } from '../../records/excel/workbook/zip-writer.ts'
import { recordActions } from '../../records/record-routes.ts'
import { badParameter } from '../../records/refuse.ts'
import { readId } from '../../records/write/save-change.ts'
import { listQuery, screenNames } from './names.ts'
import { type CgformServices, screenAccess } from './screens.ts'

const place = '/online/cgform'

type OfFile = { Params: { headId: string; recordId: string; field: string } }

/** The list parameters that a client sends as one JSON text; ids of selected records are joined by commas. */
function exportQuery(request: FastifyRequest): JsonObject {
  const { paramsStr = '{}' } = request.query as JsonObject
  if (typeof paramsStr !== 'string' || !isObjectText(paramsStr)) throw badParameter('paramsStr')
  const { selections, ...conditions } = JSON.parse(paramsStr) as JsonObject
  const ids = Array.isArray(selections) ? selections.join(',') : selections
  const texts = Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...Object.fromEntries(texts.map(([name, value]) => [name, isJsonObject(value) ? '' : String(value)])),
    ...(ids !== undefined && { selections: ids }),
  }
}

/** Workbooks and files of online forms (docs/http.md, "Record routes"). */
export const cgformFileRoutes: Plugin<CgformServices> = (app, services) => {
  const { config, files } = services
  const { readEntry, needs } = screenAccess(services)
  const actions = recordActions(services, { readEntry })
  registerImportForms(app)

  for (const verb of ['exportXls', 'exportXlsOld'])
    app.get(
      `${place}/api/${verb}/:headId`,
      { config: { access: exportAccess(services, readEntry) } },
      (request, reply) => {
        const entry = readEntry(request)
        const { selections, ...conditions } = exportQuery(request)
        const query = listQuery(screenNames(entry.document), conditions)
        return answerExport(services, request, reply, { entry, query: { ...query, selections } })
      },
    )

  app.route({
    method: 'POST',
    url: `${place}/api/importXls/:headId`,
    config: { access: needs('import') },
    bodyLimit: maxImportBody(config),
    handler: (request) => answerImportRequest(services, request, readEntry(request)),
  })

  app.get<OfFile>(
    `${place}/field/download/:headId/:recordId/:field`,
    { config: { access: needs('detail') } },
    async (request, reply) => {
      const { document } = readEntry(request)
      const { recordId, field: column } = request.params
      const field = document.fields.find(
        (entry) => getColumnName(entry) === column && fieldValues.get(entry.type)?.filePaths,
      )
      if (!field) throw appError('NOT_FOUND')
      const record = await actions.read(request, readId(recordId))
      const paths = String(record[field.key] ?? '')
        .split(',')
        .filter((path) => storedPath.test(path))
      const found = await Promise.all(
        paths.map(async (path) => ((await files.size(path)) === null ? [] : [path])),
      )
      const entries = found.flat().map((path) => ({
        name: path.split('/').at(-1) ?? path,
        content: readLazily(files, path),
      }))
      return reply
        .type('application/zip')
        .header('content-disposition', attachment(`${document.title}.zip`))
        .send(Readable.from(writeZip(entries)))
    },
  )
}

/** Opens a file when its turn comes: many open streams would hold connections of the store. */
async function* readLazily(files: CgformServices['files'], path: string): AsyncGenerator<Buffer> {
  for await (const chunk of (await files.read(path)) ?? []) yield chunk as Buffer
}
