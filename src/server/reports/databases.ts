import type { StoredReport } from '#runtime/schema/types.ts'
import { databaseText } from '../documents/database-text.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { holds, type SessionUser } from '../platform/http/user.ts'
import type { Db } from '../platform/store/database.ts'
import { databaseFailure } from '../platform/store/failures.ts'

const refuse = defineRefusals({
  DESIGN_TRIAL_SOURCE: '解析和试运行数据源 {code} 的 SQL 要有「测试连接」的权限，请联系管理员授权',
  REPORT_DATA: '报表「{report}」遇到算不了的数据：{reason}，请联系设计报表的人改 SQL',
})

/** Refuses a user who may not connect to data sources: no document says who may read the tables of another database. */
export function requireDataSource(user: SessionUser, code: string | undefined): void {
  if (code !== undefined && !holds(user, 'system:data-source:test'))
    throw refuse('DESIGN_TRIAL_SOURCE', { values: { code } })
}

/** Other databases that administrators registered. The data-source module implements it. */
export interface DataSources {
  /** Runs read-only work on the database with this code; `title` names the report in refusals. */
  run<T>(code: string, title: string, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the database of a report: this one, with the login of reports, or a data source. */
export interface ReportDatabases {
  run<T>(document: Pick<StoredReport, 'source' | 'title'>, work: (db: Db) => Promise<T>): Promise<T>
}

export const createReportDatabases = (
  { report }: { report: Db },
  dataSources: DataSources,
): ReportDatabases => ({
  run: ({ source: { dataSource }, title }, work) =>
    dataSource === undefined ? work(report) : dataSources.run(dataSource, title, work),
})

/** A value that a statement cannot compute with, or a sub-query with several rows: valid SQL over other data than its author had. */
const isOfData = (error: unknown): boolean =>
  /^2[12]...$/.test(String((error as { code?: unknown } | null)?.code)) && databaseFailure(error) === null

/** Runs a query of a served report; data with which its SQL cannot compute is refused in words. */
export async function runReport<T>(
  databases: ReportDatabases,
  document: Pick<StoredReport, 'source' | 'title'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await databases.run(document, work)
  } catch (error) {
    if (!isOfData(error)) throw error
    const values = { report: document.title, reason: databaseText(error) }
    throw refuse('REPORT_DATA', { values, cause: error })
  }
}
