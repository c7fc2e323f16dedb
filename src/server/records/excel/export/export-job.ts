import type { Logger } from 'pino'
import { AppError } from '#runtime/kernel/errors.ts'
import { findRefusal } from '../../../platform/http/errors.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { currentRequester, runAs, runAsServer } from '../../../platform/store/requester.ts'
import { startReports, type UserMessages } from '../background.ts'
import type { BegunExport, ExportStore } from './export-store.ts'
import type { Exports, OpenFile } from './exports.ts'

/** Records of the largest export that is answered with its file; a larger one may run on after its answer. */
export const MAX_DIRECT_RECORDS = 20_000

const refuse = defineRefusals({ EXPORT_EMPTY: '没有可以导出的记录' })

export interface ExportJobServices {
  exports: Exports
  exportStore: ExportStore
  inbox: UserMessages
  log: Pick<Logger, 'error' | 'warn'>
}

/** The content of an export: `open` counts the read records in its argument. */
export interface ExportWork {
  title: string
  open(progress: { written: number }): OpenFile
}

/** Ends an export that its user has removed. */
class Removed extends Error {}

const failureText = (error: unknown): string => findRefusal(error)?.text ?? '系统出错，没有导出文件'

/** Writes the file and reports the progress every second; rejects with Removed after the user has removed the export. */
async function writeExport({ exports, exportStore }: ExportJobServices, id: string, { open }: ExportWork) {
  const progress = { written: 0 }
  let isRemoved = false
  const endReports = startReports(async () => {
    isRemoved ||= !(await exportStore.report(id, progress.written))
  })
  async function* whileWanted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (isRemoved) throw new Removed()
      yield chunk
    }
  }
  try {
    await exports.write(open(progress), async (chunks) => {
      if (!chunks) throw refuse('EXPORT_EMPTY')
      await exportStore.save(id, whileWanted(chunks))
    })
  } finally {
    endReports()
  }
}

/** Writes the file, calls `end`, stores the end of the export and announces it to its user. */
async function runExportJob(
  services: ExportJobServices,
  id: string,
  { user, rows }: BegunExport,
  work: ExportWork,
  end: () => void,
): Promise<void> {
  const { exportStore, inbox, log } = services
  const failure = await writeExport(services, id, work)
    .then(
      () => null,
      (error: unknown) => error,
    )
    .finally(end)
  if (failure instanceof Removed) return
  if (failure !== null && !(failure instanceof AppError && failure.code !== 'STORAGE_FULL'))
    log.error({ err: failure, export: id }, 'export failed')
  const [title, text] =
    failure === null
      ? ['导出完成', `共 ${rows} 条，请在列表的「导出」里下载，文件保留 3 天`]
      : ['导出失败', failureText(failure)]
  await runAsServer(async () => {
    if (failure !== null) await exportStore.fail(id, text)
    await inbox.send({ userId: user.id, title: `${work.title}${title}`, text })
  })
}

/**
 * Begins an export that runs on after its answer, on behalf of its user, and returns its id. The user reads its end in
 * the list of exports and gets a message. Throws EXPORT_RUNNING while the user has another export.
 */
export async function startExportJob(
  services: ExportJobServices,
  begun: BegunExport,
  work: ExportWork,
): Promise<string> {
  const { exports, exportStore, log } = services
  const requester = { ...currentRequester(), signal: () => undefined }
  const end = exports.begin()
  const id = await exportStore.begin(begun).catch((error: unknown) => {
    end()
    throw error
  })
  void runAs(requester, () => runExportJob(services, id, begun, work, end)).catch((error: unknown) =>
    log.warn({ err: error, export: id }, 'the end of an export could not be stored or announced'),
  )
  return id
}
