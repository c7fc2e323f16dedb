import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { Channel } from './channel.ts'
import { isConflict } from './failures.ts'
import { GuardedPool, type PoolSettings } from './pool.ts'
import { preparePooled } from './pooled-sessions.ts'
import {
  APP_PERMITS,
  OWNER_PERMITS,
  permitRefusal,
  REPORT_PERMITS,
  WRITE_PERMITS,
} from './queue/concurrency.ts'
import { FairQueue, type QueueLimits } from './queue/fair-queue.ts'
import { Commits } from './replica/commits.ts'
import { RoutedPool } from './replica/routed-pool.ts'
import { currentRequester, runAsServer, runInTransaction } from './requester.ts'
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
  /** Absent: there is no replica. */
  replica?: Replica
  /** False while the database does not answer. */
  isUp(): boolean
  close(): Promise<void>
}

/** What a replica has not replayed yet. */
export interface ReplicaLag {
  bytes: number
  /** Since the last replayed transaction; 0 where nothing is missing. */
  seconds: number
}

export interface Replica {
  /** After a request that may have written: later reads, on every instance, see what it wrote. */
  noteCommit(): Promise<void>
  /** Of one replica, where there are several. */
  readLag(): Promise<ReplicaLag>
}

/** The connections of the three logins. */
export interface Links {
  owner: pg.ClientConfig
  /** May lead to a pooler in transaction mode. */
  app: pg.ClientConfig
  /** The login of `app` at the database itself; absent: `app` leads there. */
  direct?: pg.ClientConfig
  report: pg.ClientConfig
  /** The same logins at a replica, or at a balancer before several; absent: there is none. */
  replica?: { app: pg.ClientConfig; report: pg.ClientConfig }
}

/** Its messages say that something was committed. */
const COMMIT_CHANNEL = 'commit'

/** Milliseconds that the end of a statement at its time limit takes to arrive. */
const ANSWER_MARGIN_MS = 2000
const statementLimits = { app: 10_000, report: 30_000 }
/** A page of 1,000 rows with 30 columns of 1,000 bytes. */
const MAX_REPORT_BYTES = 32 * 1024 * 1024

const kysely = (pool: PostgresPool): Db =>
  new Kysely<SystemTables>({ dialect: new PostgresDialect({ pool }) })

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

const readPosition = (primary: Db): Promise<string> =>
  runAsServer(async () => {
    const { rows } = await sql<{
      position: string
    }>`select pg_current_wal_insert_lsn()::text as position`.execute(primary)
    return rows[0]?.position ?? ''
  })

async function readLag(primary: Db, replica: Db): Promise<ReplicaLag> {
  const position = await readPosition(primary)
  const { rows } = await sql<ReplicaLag>`
    select greatest(pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn()), 0)::float as bytes,
      case when pg_last_wal_replay_lsn() < ${position}::pg_lsn
        then extract(epoch from now() - pg_last_xact_replay_timestamp())::float else 0 end as seconds`.execute(
    replica,
  )
  return { bytes: rows[0]?.bytes ?? 0, seconds: rows[0]?.seconds ?? 0 }
}

/** Opens the three pools and the channel. Rejects when the database is unreachable now; later it reconnects by itself. */
export async function openDatabase(links: Links): Promise<Database> {
  const { direct = links.app } = links
  const appSettings = { statementTimeout: statementLimits.app, isPooled: links.direct !== undefined }
  const commits = new Commits(() => readPosition(primary))
  const channel = new Channel(direct, {
    onDown: () => {
      for (const pool of pools) pool.cutAll()
    },
    // Every instance announces its changes: what a page has been told of, it can read.
    onMessage: () => commits.note(),
  })
  const pool = (link: pg.ClientConfig, limits: QueueLimits, settings: Omit<PoolSettings, 'limits'>) =>
    new GuardedPool(link, { limits, ...settings }, channel.isUp)
  const ownerPool = pool(links.owner, OWNER_PERMITS, { statementTimeout: 0 })
  const appPool = pool(links.app, APP_PERMITS, appSettings)
  const reportPool = pool(links.report, REPORT_PERMITS, reportSettings)
  const pools = [ownerPool, appPool, reportPool]
  await channel.open()
  if (links.direct) await preparePooled(links.direct, links.app, appSettings)
  const primary = kysely(appPool)
  const owner = kysely(ownerPool)
  // The channel notices that the primary is frozen; a replica is noticed by its statements.
  const copy = (link: pg.ClientConfig, limits: QueueLimits, settings: Omit<PoolSettings, 'limits'>) =>
    new GuardedPool(
      link,
      { limits, ...settings, answerTimeout: settings.statementTimeout + ANSWER_MARGIN_MS },
      () => true,
    )
  const copies = links.replica && {
    app: copy(links.replica.app, APP_PERMITS, appSettings),
    report: copy(links.replica.report, REPORT_PERMITS, reportSettings),
  }
  const app = copies ? kysely(new RoutedPool(appPool, copies.app, commits)) : primary
  const report = kysely(copies ? new RoutedPool(reportPool, copies.report, commits) : reportPool)
  const notify: Database['notify'] = async (name, payload, trx = primary) => {
    await sql`select pg_notify(${name}, ${payload})`.execute(trx)
  }
  const copyDb = copies && kysely(copies.app)
  const replica = copyDb && {
    noteCommit: async () => {
      commits.note()
      await notify(COMMIT_CHANNEL, '')
    },
    readLag: () => readLag(primary, copyDb),
  }
  if (replica) await channel.listen(COMMIT_CHANNEL, () => undefined)
  return {
    app,
    write: writerOn(primary),
    owner,
    report,
    notify,
    ...(replica && { replica }),
    listen: (name, listener, onGap) => channel.listen(name, listener, onGap),
    isUp: channel.isUp,
    close: async () => {
      await channel.close()
      await Promise.all([app.destroy(), owner.destroy(), report.destroy()])
    },
  }
}
