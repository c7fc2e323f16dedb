import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import { ok } from '../../platform/http/envelope.ts'
import { maxUploadBody } from '../../platform/http/limits/bounds.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { permitRefusal } from '../../platform/store/queue/concurrency.ts'
import { FairQueue } from '../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import { buildCan } from '../list/list-route.ts'
import { requireGeneric } from '../own-addresses.ts'
import { getResource } from '../resource.ts'
import { retryOnNewTables } from '../write/retry.ts'
import type { UserMessages } from './background.ts'
import { attachment } from './export/export-route.ts'
import { answerImport, formatFileNames, type ImportAnswerServices } from './import/import-answer.ts'
import { MAX_FILES, withImportForm } from './import/import-form.ts'
import { type ImportOperations, MAX_DIRECT_ROWS, runImportJob } from './import/import-job.ts'
import { importPlan } from './import/import-plan.ts'
import { templateWorkbook } from './import/template.ts'
import { unknownHeadings } from './import/unknown-headings.ts'
import { MAX_FILE_BYTES } from './workbook/read-limits.ts'
import { tooManyRows } from './workbook/read-workbook.ts'
import { WORKBOOK_TYPE } from './workbook/workbook.ts'

export interface ImportRouteServices extends ImportAnswerServices, Pick<PlatformServices, 'config'> {
  inbox: UserMessages
  importOperations: ImportOperations
  /** The permits of imports. */
  imports: FairQueue
}

/** Permits for imports: each occupies a thread and a writing transaction. */
export const createImports = (): FairQueue =>
  new FairQueue(
    { maxRunning: 2, maxRunningPerKey: 1, maxPending: 20, maxPendingPerKey: 2, maxWait: 60_000 },
    permitRefusal,
  )

/** Rows of a sheet that a form reads: those of the largest detail table, with titles above them. */
const MAX_READ_ROWS = 10_010

const place = '/resource/:group/:name'

/** The import of every screen that the generic routes serve. */
export function importRoutes(app: FastifyInstance, services: ImportRouteServices): void {
  const { documents } = services
  retryOnNewTables(app, documents)

  const readEntry = (request: FastifyRequest) => {
    const entry = documents.screen(readDocumentId(request))
    if (!entry) throw appError('NOT_FOUND')
    requireGeneric(entry.document, 'importExcel')
    return entry
  }
  importRoutesAt(app, services, place, readEntry)
}

/** The parser of uploaded workbooks, for the routes of a plugin. */
export function registerImportForms(app: FastifyInstance): void {
  app.register(multipart, {
    limits: {
      fileSize: MAX_FILE_BYTES,
      files: MAX_FILES,
      fields: 10,
      fieldSize: 1024 * 1024,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  })
}

/** The largest body of an import. */
export const maxImportBody = (config: PlatformServices['config']): number => maxUploadBody(config) * MAX_FILES

/** Template and import of the screens at an address. The parser of uploads belongs to the routes of the plugin. */
export function importRoutesAt(
  app: FastifyInstance,
  services: ImportRouteServices,
  place: string,
  readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
): void {
  const { config, imports } = services
  registerImportForms(app)
  const access = (request: FastifyRequest) => `${getPerm(readEntry(request).document)}:import`

  app.get(`${place}/importTemplate`, { config: { access } }, async (request, reply) => {
    const { document, documentHash } = readEntry(request)
    const resource = getResource(document, documentHash, fieldValues)
    const bytes = await templateWorkbook(resource, buildCan(request), services.dictionaries)
    return reply
      .type(WORKBOOK_TYPE)
      .header('content-disposition', attachment(`${document.title}导入模板.xlsx`))
      .send(bytes)
  })

  // The headings that name no field, before an import: the user chooses fields for them.
  app.route({
    method: 'POST',
    url: `${place}/importHeadings`,
    config: { access, reads: true },
    bodyLimit: maxImportBody(config),
    handler: async (request) => {
      const { document, documentHash } = readEntry(request)
      const resource = getResource(document, documentHash, fieldValues)
      return await withImportForm(imports, request, async ({ files, isHeadOnly }) =>
        ok(unknownHeadings(resource, importPlan(resource, buildCan(request), isHeadOnly), files)),
      )
    },
  })

  // A form reads the rows of a detail table from a sheet; it checks and saves them as typed ones.
  app.route({
    method: 'POST',
    url: `${place}/readSheet`,
    config: {
      reads: true,
      access: (request) => {
        const perm = getPerm(readEntry(request).document)
        return buildCan(request)(`${perm}:add`) ? `${perm}:add` : `${perm}:edit`
      },
    },
    bodyLimit: maxUploadBody(config),
    handler: async (request) => {
      const { sheet } = request.query as Record<string, unknown>
      const files = await withImportForm(imports, request, async (form) => form.files)
      const sheets = files.flatMap((file) => file.sheets)
      const rows = (sheets.find(({ name }) => name === sheet) ?? sheets[0])?.rows ?? []
      if (rows.length > MAX_READ_ROWS) throw tooManyRows(MAX_READ_ROWS)
      return ok(rows)
    },
  })

  app.route({
    method: 'POST',
    url: `${place}/importExcel`,
    config: { access },
    bodyLimit: maxImportBody(config),
    handler: (request) => answerImportRequest(services, request, readEntry(request)),
  })
}

/** Imports the workbooks of a request into a screen: all rows or none; many rows in the background. */
export async function answerImportRequest(
  services: ImportRouteServices,
  request: FastifyRequest,
  entry: RegistryEntry<StoredScreen>,
) {
  const { imports, importLog, importOperations } = services
  const { document, documentHash } = entry
  const resource = getResource(document, documentHash, fieldValues)
  const { user } = request
  return await withImportForm(imports, request, async (form, keepPermit) => {
    const rows = form.files.flatMap(({ sheets }) => sheets.map((sheet) => sheet.rows.length))
    const count = rows.reduce((sum, length) => sum + length, 0)
    if (!form.isBackground || form.isTrial || count <= MAX_DIRECT_ROWS)
      return await answerImport(services, resource, user, form)
    const fileName = formatFileNames(form)
    const id = await importLog.begin({ resource, user, fileName, rows: count })
    const logEnd = importOperations.postpone(request)
    const by = { user, title: document.title, fileName, key: currentRequester().key, logEnd }
    void runImportJob(services, id, by, (job) => answerImport(services, resource, user, form, job)).finally(
      keepPermit(),
    )
    return ok({ importId: id, state: 'running' }, '导入已开始，可以关闭窗口，完成后会有消息提醒')
  })
}
