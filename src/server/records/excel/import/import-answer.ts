import { errorText } from '#runtime/kernel/errors.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { buildCaller } from '../../caller.ts'
import type { Resource } from '../../resource.ts'
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

const formatLine = ({ file, sheet, row, column, header, value, reason, nearest }: ImportFault): string =>
  `${file} ${sheet} 第 ${row} 行${column === '' ? '' : ` ${column} 列`}${header === '' ? '' : `「${header}」`}：${reason}` +
  `${value === '' ? '' : `（${value.slice(0, 100)}）`}${nearest === undefined ? '' : `，是否「${nearest}」`}`

/** The numbers of records that were not refused, in words; those that are zero are left out. */
const formatParts = ({ inserted, updated, unchanged, skipped }: ImportResult): string =>
  [
    [inserted, '新增'],
    [updated, '修改'],
    [unchanged, '没有变化'],
    [skipped, '跳过'],
  ]
    .flatMap(([count, word]) => (count === 0 ? [] : `${word} ${count} 行`))
    .join('，')

/** The message of a finished import: its parts are named when there are several, or nothing is new. */
function doneText(result: ImportResult): string {
  const text = `共${result.total}行数据全部导入成功！`
  return result.inserted === result.total ? text : text + formatParts(result)
}

/** The numbers of a refused import; those of the rows without a fault say what an import of them does. */
function refusedText(result: ImportResult): string {
  const text = `总上传行数：${result.total}，已导入行数：0，错误行数：${result.refused}`
  const parts = formatParts(result)
  return parts === '' ? text : `${text}；没有错误的行将${parts}`
}

/** The numbers and the first faults of an import. */
const buildSummary = ({ total, inserted, updated, unchanged, skipped, refused, faults }: ImportResult) => ({
  totalCount: total,
  inserted,
  updated,
  unchanged,
  skipped,
  refused,
  faultCount: faults.length,
  faults: faults.slice(0, MAX_FAULTS),
})

export const formatFileNames = ({ files }: ImportForm): string => files.map(({ name }) => name).join('、')

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
  const result = await importRecords(services, resource, buildCaller(user, services), files, {
    isTrial,
    isHeadOnly,
    foreignKeys,
    ...(job && { progress: job.progress }),
    async after({ trx, remaining }, { written, notes: _notes, ...counts }) {
      job?.endReports()
      const fileName = formatFileNames(form)
      const entry = { resource, user, fileName, counts, records: written, remaining }
      importId = await importLog.add(trx, entry, job?.id)
    },
  })
  if (result.total === 0 && result.faults.length === 0) throw refuse('IMPORT_EMPTY')
  const summary = buildSummary(result)
  if (isTrial) return ok(summary)
  // Notes may be passwords: a direct answer shows them once, a stored one must not have them.
  const notes = job ? [] : result.notes
  if (result.faults.length === 0) return ok({ ...summary, importId, notes }, doneText(result))
  const fileName = `${resource.screen.title}导入错误.txt`
  const path = await storeText(fileName, result.faults.map(formatLine).join('\r\n'), user.username)
  // Clients of the contract show the details of code 201, which is no refusal.
  const details = {
    ...summary,
    errorCount: summary.refused,
    successCount: 0,
    msg: refusedText(result),
    fileUrl: `/sys/common/static/${path}`,
    fileName,
  }
  return { ...ok(details, errorText('IMPORT_DETAILS', { count: summary.faultCount })), code: 201 }
}
