import { AppError, appError } from '#runtime/kernel/errors.ts'
import { databaseText } from '../../documents/plan/database-text.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type Db, openReader } from '../../platform/store/database.ts'
import { permitRefusal } from '../../platform/store/queue/concurrency.ts'
import { FairQueue, type QueueLimits } from '../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import type { DataSources, ReportSource } from '../../reports/databases.ts'
import { mySqlReader } from './mysql/reader.ts'
import { isOutOfTime, statementReason } from './mysql/words.ts'
import { requireData, requireHost, type StoredSource, sourceByCode } from './stored.ts'
import { connectionReason } from './test-connection.ts'

const refuse = defineRefusals({
  DATA_SOURCE_UNKNOWN: '报表「{report}」的数据源 {code} 没有登记，请管理员在 系统管理 › 多数据源管理 里新增',
  DATA_SOURCE_DOWN:
    '报表「{report}」连不上数据源「{source}」：{reason}。请管理员在 系统管理 › 多数据源管理 里核对，再点「测试连接」',
  DATA_SOURCE_QUERY:
    '数据源「{source}」不接受报表「{report}」的 SQL：{reason}。请核对报表文档的 source，和那个数据库里的表和权限',
})

/** Permits for the connections to each data source. */
const SOURCE_PERMITS: QueueLimits = {
  maxRunning: 3,
  maxRunningPerKey: 2,
  maxPending: 100,
  maxPendingPerKey: 20,
  maxWait: 30_000,
}

interface Pool {
  /** The credentials that its connections use; others make a new pool. */
  credentials: string
  db: Db
}

/** Whether PostgreSQL refused the statement, and not this program. */
const isOfDatabase = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === 'string'

/** The names in an error's text, such as the missing table; PostgreSQL quotes them in each language. */
const namedIn = (error: unknown): string => {
  const [, name] = /["“«「](.{1,80}?)["”»」]/.exec(error instanceof Error ? error.message : '') ?? []
  return name === undefined ? '' : `「${name}」`
}

/** Opens connections to the registered data sources when a report needs them. */
export function openDataSources({
  db,
  secrets,
  config,
}: Pick<PlatformServices, 'db' | 'secrets' | 'config'>): DataSources {
  const pools = new Map<string, Pool>()

  /** The pool of a data source. An edited one, on any instance, gets new connections; running statements end first. */
  const getPool = (code: string, { credentials }: StoredSource): Db => {
    const wanted = JSON.stringify(credentials)
    const existing = pools.get(code)
    if (existing?.credentials === wanted) return existing.db
    void existing?.db.destroy()
    const { host, port, name, user, password } = credentials
    const reader = openReader({ host, port, database: name, user, password }, SOURCE_PERMITS)
    pools.set(code, { credentials: wanted, db: reader })
    return reader
  }

  /** The permits of a data source without a pool, by its code. */
  const queues = new Map<string, FairQueue>()
  const getQueue = (code: string): FairQueue => {
    const queue = queues.get(code) ?? new FairQueue(SOURCE_PERMITS, permitRefusal)
    queues.set(code, queue)
    return queue
  }

  const workOn = <T>(
    code: string,
    source: StoredSource,
    work: (source: ReportSource) => Promise<T>,
  ): Promise<T> => {
    if (source.credentials.dialect === 'postgresql') return work({ db: getPool(code, source) })
    const { key, signal } = currentRequester()
    return getQueue(code).run(key, () => work({ foreign: mySqlReader(source.credentials) }), signal())
  }

  const inWords = (error: unknown, source: string, report: string): unknown => {
    if (error instanceof AppError) return error
    const reason = connectionReason(error)
    if (reason !== null)
      return refuse('DATA_SOURCE_DOWN', { values: { source, report, reason }, cause: error })
    if (isOutOfTime(error)) return appError('REPORT_TIMEOUT', { cause: error })
    const text =
      statementReason(error) ?? (isOfDatabase(error) ? `${databaseText(error)}${namedIn(error)}` : null)
    if (text === null) return error
    return refuse('DATA_SOURCE_QUERY', { values: { source, report, reason: text }, cause: error })
  }

  return {
    async run(code, report, work) {
      const source = await sourceByCode(db.app, secrets, code)
      if (!source) throw refuse('DATA_SOURCE_UNKNOWN', { values: { code, report } })
      requireHost(config.dataSourceHosts, source.credentials)
      requireData(source.credentials)
      try {
        return await workOn(code, source, work)
      } catch (error) {
        throw inWords(error, source.name, report)
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.db.destroy()))
      pools.clear()
    },
  }
}
