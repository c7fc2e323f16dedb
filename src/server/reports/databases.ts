import type { StoredReport } from '#runtime/schema/types.ts'
import type { Db } from '../platform/store/database.ts'

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
