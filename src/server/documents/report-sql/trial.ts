import { sql } from 'kysely'
import type { StoredReport } from '#runtime/schema/types.ts'
import type { Db } from '../../platform/store/database.ts'
import { databaseFailure } from '../../platform/store/failures.ts'
import { databaseText } from '../plan/database-text.ts'
import { getReport } from './report.ts'
import { underReport } from './transaction.ts'

/** Lets PostgreSQL parse the statement under the report login, without running it. Null when it is valid, else the reason in words. Rejects when the database is unavailable. */
export async function tryReport(db: Db, document: StoredReport): Promise<string | null> {
  const { rows, params } = getReport(document)
  const nothing = new Map(params.map(({ param }) => [param.key, null]))
  try {
    await underReport(db, (trx) => sql`explain select * from ${rows(nothing)}`.execute(trx))
    return null
  } catch (error) {
    if (databaseFailure(error) === 'gone') throw error
    return databaseText(error)
  }
}
