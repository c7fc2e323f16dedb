import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findRefusal } from '../../../platform/http/errors.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { runAs, runAsServer } from '../../../platform/store/requester.ts'
import { startReports, type UserMessages } from '../background.ts'
import type { ImportLog, ImportProgress } from './import-log.ts'

/** Rows of the largest import that is answered when it has ended; a larger one runs on after its answer. */
export const MAX_DIRECT_ROWS = 2000

/** An import that runs on after its answer. */
export interface ImportJob {
  id: string
  /** The counters that the import moves; they are reported every second. */
  progress: ImportProgress
  /** Ends the reports: the transaction is about to lock the stored import. */
  endReports(): void
}

/** Reports the progress every second. */
function startImportJob(importLog: ImportLog, id: string): ImportJob {
  const progress: ImportProgress = { checked: 0, written: 0 }
  return { id, progress, endReports: startReports(() => importLog.report(id, progress)) }
}

/** The end of an import that ran on after its answer, as the operation log has it. */
export interface ImportEnd {
  title: string
  fileName: string
  message: string
  isDone: boolean
}
type LogEnd = (end: ImportEnd) => Promise<void>

/** The operation log. The audit module implements it. */
export interface ImportOperations {
  /** The request has no line at its answer; the returned function writes it, called on behalf of the requester of the import. */
  postpone(request: FastifyRequest): LogEnd
}

/** On whose behalf an import runs, and how it is named. */
interface ImportOrder {
  user: SessionUser
  /** The title of the screen. */
  title: string
  fileName: string
  /** The key of the requester. */
  key: string
  logEnd: LogEnd
}

interface JobServices {
  importLog: ImportLog
  inbox: UserMessages
  log: Pick<Logger, 'error' | 'warn'>
}

/** The envelope of a finished import; code 201 has the faults. */
export interface ImportAnswer {
  code: number
  message: string
  result: JsonObject
}

const failureText = (error: unknown): string =>
  findRefusal(error)?.text ?? '文件导入失败:系统出错，没有导入任何数据'

/**
 * Runs an import on behalf of its user, independent of the request, and stores its end. Never rejects: the user reads
 * the end in the list of imports and gets a message.
 */
export async function runImportJob(
  { importLog, inbox, log }: JobServices,
  id: string,
  { user, title, fileName, key, logEnd }: ImportOrder,
  work: (job: ImportJob) => Promise<ImportAnswer>,
): Promise<void> {
  const job = startImportJob(importLog, id)
  const requester = { key, signal: () => undefined, user }
  const answer = await runAs(requester, () => work(job)).catch((error: unknown): ImportAnswer => {
    if (!(error instanceof AppError)) log.error({ err: error, import: id }, 'import failed')
    return { code: 500, message: failureText(error), result: {} }
  })
  job.endReports()
  try {
    const { code, message, result } = answer
    await runAs(requester, () => logEnd({ title, fileName, message, isDone: code === 200 }))
    await runAsServer(async () => {
      if (code !== 200) await importLog.fail(id, { ...result, message })
      await inbox.send({
        userId: user.id,
        title: `${title}${code === 200 ? '导入完成' : '导入失败'}`,
        text: message,
      })
    })
  } catch (error) {
    log.warn({ err: error, import: id }, 'the end of an import could not be stored or announced')
  }
}
