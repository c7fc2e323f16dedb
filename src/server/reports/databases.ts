import type { StoredReport } from '#runtime/schema/types.ts'
import { databaseText } from '../documents/plan/database-text.ts'
import type { MySqlStatement } from '../documents/report-sql/mysql-statement.ts'
import type { FetchedRows, Report } from '../documents/report-sql/report.ts'
import { REPORT_TIMEOUT_MS } from '../documents/report-sql/transaction.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { holds, type SessionUser } from '../platform/http/requests/user.ts'
import type { Db } from '../platform/store/database.ts'
import { databaseFailure } from '../platform/store/failures.ts'
import type { Sql } from '../records/query/condition.ts'

const refuse = defineRefusals({
  DESIGN_TRIAL_SOURCE: '解析和试运行数据源 {code} 的 SQL 要有「测试连接」的权限，请联系管理员授权',
  REPORT_ELSEWHERE: '报表「{report}」的 SQL 不能在这个数据源上运行：{reason}',
  REPORT_DATA: '报表「{report}」遇到算不了的数据：{reason}，请联系设计报表的人改 SQL',
})

/** Refuses a user who may not connect to data sources: no document says who may read the tables of another database. */
export function requireDataSource(user: SessionUser, code: string | undefined): void {
  if (code !== undefined && !holds(user, 'system:data-source:test'))
    throw refuse('DESIGN_TRIAL_SOURCE', { values: { code } })
}

/** The names of PostgreSQL for the types of a statement's columns. */
export type DescribedStatement = ReadonlyMap<string, string>

/** A database that is no PostgreSQL: it runs the statements of reports, and this database does the rest. */
export interface ForeignDatabase {
  /** All rows of a statement; rejects like `underReport`, and with REPORT_TOO_LONG. */
  read(statement: MySqlStatement, timeout: number): Promise<FetchedRows>
  /** The columns of statements, which are not run. */
  describe(texts: readonly string[], timeout: number): Promise<DescribedStatement[]>
}

/** What a report reads from: connections to a PostgreSQL, or a database of another kind. */
export type ReportSource = { db: Db } | { foreign: ForeignDatabase }

/** Other databases that administrators registered. The data-source module implements it. */
export interface DataSources {
  /** Runs read-only work on the database with this code; `title` names the report in refusals. */
  run<T>(code: string, title: string, work: (source: ReportSource) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the database of a report: this one, with the login of reports, or a data source. */
export interface ReportDatabases {
  run<T>(
    document: Pick<StoredReport, 'source' | 'title'>,
    work: (source: ReportSource) => Promise<T>,
  ): Promise<T>
  /** Runs work over the rows of a report on a PostgreSQL: its own one, or this one with rows that were read elsewhere. */
  overRows<T>(
    report: Report,
    values: Values,
    work: (over: OpenRows) => Promise<T>,
    timeout?: number,
  ): Promise<T>
}

type Values = ReadonlyMap<string, string | null>

/** The relation of a report's rows, and the database in which statements may use it. */
export interface OpenRows {
  db: Db
  rows: Sql
}

export function createReportDatabases({ report }: { report: Db }, dataSources: DataSources): ReportDatabases {
  const run: ReportDatabases['run'] = ({ source: { dataSource }, title }, work) =>
    dataSource === undefined ? work({ db: report }) : dataSources.run(dataSource, title, work)
  return {
    run,
    async overRows<T>(
      opened: Report,
      values: Values,
      work: (over: OpenRows) => Promise<T>,
      timeout = REPORT_TIMEOUT_MS,
    ) {
      const { document } = opened
      // Rows from elsewhere are worked on when the permit of their database is released.
      const finish = await run(document, async (source): Promise<() => Promise<T>> => {
        if ('db' in source) {
          const result = await work({ db: source.db, rows: opened.rows(values) })
          return async () => result
        }
        const statement = opened.mySqlStatement(values)
        if (!statement.ok)
          throw refuse('REPORT_ELSEWHERE', { values: { report: document.title, reason: statement.text } })
        const fetched = await source.foreign.read(statement.value, timeout)
        return () => work({ db: report, rows: opened.fetched(fetched) })
      })
      return await finish()
    },
  }
}

/** A value that a statement cannot compute with, or a sub-query with several rows: valid SQL over other data than its author had. */
const isOfData = (error: unknown): boolean =>
  /^2[12]...$/.test(String((error as { code?: unknown } | null)?.code)) && databaseFailure(error) === null

/** Runs a query of a served report; data with which its SQL cannot compute is refused in words. */
export async function runReport<T>(
  databases: ReportDatabases,
  { report, values }: { report: Report; values: Values },
  work: (over: OpenRows) => Promise<T>,
): Promise<T> {
  try {
    return await databases.overRows(report, values, work)
  } catch (error) {
    if (!isOfData(error)) throw error
    const reasons = { report: report.document.title, reason: databaseText(error) }
    throw refuse('REPORT_DATA', { values: reasons, cause: error })
  }
}
