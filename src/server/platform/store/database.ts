import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { Channel } from './channel.ts'
import { isConflict } from './failures.ts'
import { GuardedPool, type PoolSettings } from './pool.ts'
import {
  APP_PERMITS,
  OWNER_PERMITS,
  permitRefusal,
  REPORT_PERMITS,
  WRITE_PERMITS,
} from './queue/concurrency.ts'
import { FairQueue, type QueueLimits } from './queue/fair-queue.ts'
import { currentRequester, runInTransaction } from './requester.ts'
import type { SystemTables } from './system-tables.ts'

/** The tables of the migrations are typed; `dynamicTables` gives access to all others. */
export type Db = Kysely<SystemTables>
export type Trx = Transaction<SystemTables>

/** The same connection or transaction for tables that only documents describe: every column is `unknown`. */
export const dynamicTables = (db: Db) => db.withTables<Record<string, Record<string, unknown>>>()

/** Access to the data. Requests use `app`; only migrations and plans use `owner`; reports use `report`. */
export interface Database {
  /** No DDL; at most 10 s for a statement and 2 s for a lock. */
  app: Db
  /**
   * The only method for a transaction of `app`, with a permit of the requester. The work may use no other connection than
   * `trx`, and may run a second time after a deadlock, so its effects outside of `trx` must be repeatable.
   */
  write<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** One connection, all rights, no time limit. */
  owner: Db
  /** May only select, and cannot read `sys_` tables when it has a login of its own. */
  report: Db
  /** Notifies every instance, including this one; inside `trx` it is sent at commit. At most 7,000 bytes. */
  notify(channel: string, payload: string, trx?: Db): Promise<void>
  /** `onGap` is called after a reconnect: messages may have been missed. */
  listen(channel: string, listener: (payload: string) => void, onGap?: () => void): Promise<void>
  /** False while the database does not answer. */
  isUp(): boolean
  close(): Promise<void>
}

/** The connections of the three logins. */
export interface Links {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  report: pg.ClientConfig
}

const statementLimits = { app: 10_000, report: 30_000 }
/** A page of 1,000 rows with 30 columns of 1,000 bytes. */
const MAX_REPORT_BYTES = 32 * 1024 * 1024

const kysely = (pool: GuardedPool): Db => new Kysely<SystemTables>({ dialect: new PostgresDialect({ pool }) })

const reportSettings = {
  statementTimeout: statementLimits.report,
  readOnly: true,
  maxAnswerBytes: MAX_REPORT_BYTES,
}

/** A pool of read-only connections to another database; `destroy` closes them. It connects at the first statement. */
export const openReader = (link: pg.ClientConfig, limits: QueueLimits): Db =>
  kysely(new GuardedPool(link, { limits, ...reportSettings }, () => true))

/** Runs transactions with permits, round robin between requesters; one that lost a deadlock has stored nothing and is repeated once. */
function writerOn(app: Db): Database['write'] {
  const permits = new FairQueue(WRITE_PERMITS, permitRefusal)
  return async (work) => {
    const { key, signal, isInTransaction } = currentRequester()
    if (isInTransaction) throw new Error('a transaction was begun inside another one')
    const attempt = () => app.transaction().execute((trx) => runInTransaction(() => work(trx)))
    const attemptTwice = () =>
      attempt().catch((error: unknown) => {
        if (!isConflict(error)) throw error
        return attempt()
      })
    return await permits.run(key, attemptTwice, signal())
  }
}

/** Opens the three pools and the channel. Rejects when the database is unreachable now; later it reconnects by itself. */
export async function openDatabase(links: Links): Promise<Database> {
  const channel = new Channel(links.app, () => {
    for (const pool of pools) pool.cutAll()
  })
  const pool = (link: pg.ClientConfig, limits: QueueLimits, settings: Omit<PoolSettings, 'limits'>) =>
    new GuardedPool(link, { limits, ...settings }, channel.isUp)
  const ownerPool = pool(links.owner, OWNER_PERMITS, { statementTimeout: 0 })
  const appPool = pool(links.app, APP_PERMITS, { statementTimeout: statementLimits.app })
  const reportPool = pool(links.report, REPORT_PERMITS, reportSettings)
  const pools = [ownerPool, appPool, reportPool]
  await channel.open()
  const app = kysely(appPool)
  const owner = kysely(ownerPool)
  const report = kysely(reportPool)
  return {
    app,
    write: writerOn(app),
    owner,
    report,
    notify: async (name, payload, trx = app) => {
      await sql`select pg_notify(${name}, ${payload})`.execute(trx)
    },
    listen: (name, listener, onGap) => channel.listen(name, listener, onGap),
    isUp: channel.isUp,
    close: async () => {
      await channel.close()
      await Promise.all([app.destroy(), owner.destroy(), report.destroy()])
    },
  }
}
