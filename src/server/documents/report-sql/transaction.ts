import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import type { Db } from '../../platform/store/database.ts'
import { databaseFailure } from '../../platform/store/failures.ts'

/** Milliseconds for each statement of a report. */
export const REPORT_TIMEOUT_MS = 20_000

/** Out of memory, a text of a gigabyte, or too many temporary files. */
const sizeLimits: ReadonlySet<unknown> = new Set(['53200', '54000', '53400'])

/** PostgreSQL reports a text beyond its own limit as an internal error. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  (sizeLimits.has((error as { code?: unknown }).code) || error.message.includes('memory alloc request size'))

const isOutOfTime = (error: unknown): boolean => databaseFailure(error) === 'busy'

/**
 * Runs the work in a read-only transaction of the report login, on one snapshot. A statement that takes longer than
 * `timeout` milliseconds rejects with REPORT_TIMEOUT, one that needs too much memory or answers too much with
 * REPORT_TOO_LARGE.
 */
export function underReport<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  timeout = REPORT_TIMEOUT_MS,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(timeout)}, true)`.execute(trx)
      return await work(trx)
    })
    .catch((error: unknown) => {
      if (isTooLarge(error)) throw appError('REPORT_TOO_LARGE', { cause: error })
      throw isOutOfTime(error) ? appError('REPORT_TIMEOUT', { cause: error }) : error
    })
}
