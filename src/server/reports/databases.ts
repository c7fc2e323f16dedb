import type { StoredReport } from '#runtime/schema/types.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { holds, type SessionUser } from '../platform/http/user.ts'
import type { Db } from '../platform/store/database.ts'

const refuse = defineRefusals({
  DESIGN_TRIAL_SOURCE: '解析和试运行数据源 {code} 的 SQL 要有「测试连接」的权限，请联系管理员授权',
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
