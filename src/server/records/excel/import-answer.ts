import { errorText } from '#runtime/kernel/errors.ts'
import type { ImportFault } from '#runtime/record/import-fault.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import { callerOf } from '../caller.ts'
import type { Resource } from '../resource.ts'
import type { ImportForm } from './import-form.ts'
import type { ImportAnswer, ImportJob } from './import-job.ts'
import type { ImportLog } from './import-log.ts'
import { type ImportResult, type ImportServices, importRecords } from './import-records.ts'

const refuse = defineRefusals({ IMPORT_EMPTY: '文件导入失败:文件里没有要导入的数据行' })

export interface ImportAnswerServices extends ImportServices {
  importLog: ImportLog
  /** Stores a text as a file and returns its path below /sys/common/static/. */
  storeText(name: string, text: string, by: string): Promise<string>
}

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

export const fileNamesOf = ({ files }: ImportForm): string => files.map(({ name }) => name).join('、')

/** Imports the files of a form, or tries to, and returns the envelope of the answer; a job's progress is counted. */
export async function answerImport(
  services: ImportAnswerServices,
  resource: Resource,
  user: SessionUser,
  form: ImportForm,
  job?: ImportJob,
): Promise<ImportAnswer> {
  const { importLog, storeText } = services
  const { files, isTrial, isHeadOnly, foreignKeys } = form
  let importId: string | undefined
  const result = await importRecords(services, resource, callerOf(user, services), files, {
    isTrial,
    isHeadOnly,
    foreignKeys,
    ...(job && { progress: job.progress }),
    async after({ trx }, { written, notes: _notes, ...counts }) {
      job?.endReports()
      const entry = { resource, user, fileName: fileNamesOf(form), counts, records: written }
      importId = await importLog.add(trx, entry, job?.id)
    },
  })
  if (result.total === 0 && result.faults.length === 0) throw refuse('IMPORT_EMPTY')
  const summary = summaryOf(result)
  if (isTrial) return ok(summary)
  // Notes may be passwords: a direct answer shows them once, a stored one must not have them.
  const notes = job ? [] : result.notes
  if (result.faults.length === 0)
    return ok({ ...summary, importId, notes }, `共${result.total}行数据全部导入成功！`)
  const fileName = `${resource.screen.title}导入错误.txt`
  const path = await storeText(fileName, result.faults.map(lineOf).join('\r\n'), user.username)
  // Clients of the contract show the details of code 201, which is no refusal.
  const details = {
    ...summary,
    errorCount: summary.faultRows,
    successCount: 0,
    msg: `总上传行数：${result.total}，已导入行数：0，错误行数：${summary.faultRows}`,
    fileUrl: `/sys/common/static/${path}`,
    fileName,
  }
  return { ...ok(details, errorText('IMPORT_DETAILS', { count: summary.faultCount })), code: 201 }
}
