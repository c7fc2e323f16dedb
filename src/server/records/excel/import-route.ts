import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { permOf } from '#runtime/schema/derive.ts'
import { maxUploadBody } from '../../platform/http/bounds.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { FairQueue } from '../../platform/store/fair-queue.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import { turnRefused } from '../../platform/store/turns.ts'
import { callerOf } from '../caller.ts'
import { canOf } from '../list-route.ts'
import { resourceOf } from '../resource.ts'
import { retryOnNewTables } from '../retry.ts'
import { attachment } from './export-route.ts'
import type { ImportFault } from './import-drafts.ts'
import { MAX_FILES, readImportForm } from './import-form.ts'
import type { ImportLog } from './import-log.ts'
import { type ImportResult, type ImportServices, importRecords } from './import-records.ts'
import { MAX_FILE_BYTES } from './read-limits.ts'
import { templateWorkbook } from './template.ts'
import { WORKBOOK_TYPE } from './workbook.ts'

const refuse = defineRefusals({ IMPORT_EMPTY: '文件导入失败:文件里没有要导入的数据行' })

export interface ImportRouteServices extends ImportServices, Pick<PlatformServices, 'config'> {
  /** The turns of imports. */
  imports: FairQueue
  importLog: ImportLog
  /** Stores a text as a file and returns its path below /sys/common/static/. */
  storeText(name: string, text: string, by: string): Promise<string>
}

/** Turns for imports: each occupies a thread and a writing transaction. */
export const createImports = (): FairQueue =>
  new FairQueue(
    { maxRunning: 2, maxRunningPerKey: 1, maxPending: 20, maxPendingPerKey: 2, maxWait: 60_000 },
    turnRefused,
  )

const place = '/resource/:group/:name'

/** Faults in an answer; the file of faults has all of them. */
const MAX_FAULTS = 500

const lineOf = ({ file, sheet, row, column, header, value, reason, nearest }: ImportFault): string =>
  `${file} ${sheet} 第 ${row} 行${column === '' ? '' : ` ${column} 列`}${header === '' ? '' : `「${header}」`}：${reason}` +
  `${value === '' ? '' : `（${value.slice(0, 100)}）`}${nearest === undefined ? '' : `，是否「${nearest}」`}`

const faultyRows = (faults: readonly ImportFault[]): number =>
  new Set(faults.map(({ file, sheet, row }) => `${file}\n${sheet}\n${row}`)).size

/** The numbers and the first faults of an import. */
const summaryOf = ({ total, inserted, updated, skipped, faults }: ImportResult) => ({
  totalCount: total,
  inserted,
  updated,
  skipped,
  faultCount: faults.length,
  faultRows: faultyRows(faults),
  faults: faults.slice(0, MAX_FAULTS),
})

/** `importTemplate` and `importExcel` of every screen that the generic routes serve. */
export function importRoutes(app: FastifyInstance, services: ImportRouteServices): void {
  const { documents, config, imports, importLog, storeText } = services
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
  retryOnNewTables(app, documents)

  const entryOf = (request: FastifyRequest) => {
    const { group, name } = request.params as { group: string; name: string }
    const entry = documents.screen(`${group}/${name}`)
    // A screen with routes of its own has rules of its own.
    const { importExcel, add } = entry?.document.url ?? {}
    if (!entry || (importExcel ?? add) !== undefined) throw appError('NOT_FOUND')
    return entry
  }
  const access = (request: FastifyRequest) => `${permOf(entryOf(request).document)}:import`

  app.get(`${place}/importTemplate`, { config: { access } }, async (request, reply) => {
    const { document, documentHash } = entryOf(request)
    const resource = resourceOf(document, documentHash, fieldValues)
    const bytes = await templateWorkbook(resource, canOf(request), services.dictionaries)
    return reply
      .type(WORKBOOK_TYPE)
      .header('content-disposition', attachment(`${document.title}导入模板.xlsx`))
      .send(bytes)
  })

  app.route({
    method: 'POST',
    url: `${place}/importExcel`,
    config: { access },
    bodyLimit: maxUploadBody(config) * MAX_FILES,
    handler: async (request) => {
      const { document, documentHash } = entryOf(request)
      const resource = resourceOf(document, documentHash, fieldValues)
      const { key, signal } = currentRequester()
      const { isTrial, result, importId } = await imports.run(
        key,
        async () => {
          const { files, isTrial } = await readImportForm(request)
          const { user } = request
          let importId: string | undefined
          const result = await importRecords(services, resource, callerOf(user, services), files, {
            isTrial,
            async after({ trx }, { written, ...counts }) {
              const fileName = files.map(({ name }) => name).join('、')
              importId = await importLog.add(trx, { resource, user, fileName, counts, records: written })
            },
          })
          return { isTrial, result, importId }
        },
        signal(),
      )
      if (result.total === 0 && result.faults.length === 0) throw refuse('IMPORT_EMPTY')
      const summary = summaryOf(result)
      if (isTrial) return ok(summary)
      if (result.faults.length === 0)
        return ok({ ...summary, importId }, `共${result.total}行数据全部导入成功！`)
      const fileName = `${document.title}导入错误.txt`
      const path = await storeText(fileName, result.faults.map(lineOf).join('\r\n'), request.user.username)
      const text = errorText('IMPORT_DETAILS', { count: summary.faultCount })
      // Clients of the contract show the details of code 201, which is no refusal.
      const details = {
        ...summary,
        errorCount: summary.faultRows,
        successCount: 0,
        msg: `总上传行数：${result.total}，已导入行数：0，错误行数：${summary.faultRows}`,
        fileUrl: `/sys/common/static/${path}`,
        fileName,
      }
      return { ...ok(details, text), code: 201 }
    },
  })
}
