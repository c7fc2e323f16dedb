import type { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { appError } from '#runtime/kernel/errors.ts'
import { permitRefusal } from './queue/concurrency.ts'
import { FairQueue, type QueueLimits, type ReleasePermit } from './queue/fair-queue.ts'
import { currentRequester, runAsServer } from './requester.ts'
import { sendMeasured } from './statements.ts'

const keepText = (value: string): string => value

/** A moment as text by the clock of the connection's time zone. */
const wallClock = (value: string): string => value.replace(/[+-]\d{2}(:\d{2}){0,2}$/, '')

/** Dates stay the text of PostgreSQL (no Date, no zone shift); bigint becomes a number when it is exact. */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.DATE, keepText],
  [pg.types.builtins.TIME, keepText],
  [pg.types.builtins.TIMESTAMP, keepText],
  [pg.types.builtins.TIMESTAMPTZ, wallClock],
  [pg.types.builtins.NUMERIC, keepText],
  [
    pg.types.builtins.INT8,
    (value) => {
      const number = Number(value)
      return Number.isSafeInteger(number) ? number : value
    },
  ],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

export interface PoolSettings {
  /** `maxRunning` is the number of connections. */
  limits: QueueLimits
  /** Milliseconds; 0 = none. */
  statementTimeout: number
  readOnly?: boolean
  /** A pooler serves each transaction on another session: the settings of sessions are defaults of the login. */
  isPooled?: boolean
  /** Milliseconds after which a statement without an answer ends its connection; absent where others notice a lost database. */
  answerTimeout?: number
  /** The most bytes that the answer of one statement may have; a longer one ends the connection. */
  maxAnswerBytes?: number
}

/** Milliseconds that a statement of a request waits for a row that another transaction is saving. */
const LOCK_TIMEOUT_MS = 2000
/** Neither the owner nor a report, which has a time limit of its own, waits for saves. */
const hasLockTimeout = ({ statementTimeout, readOnly = false }: ConnectionSettings): boolean =>
  statementTimeout !== 0 && !readOnly

type ConnectionSettings = Omit<PoolSettings, 'limits'>

/** What a session is set to, by the names of PostgreSQL. */
export const listSessionSettings = (settings: ConnectionSettings): Readonly<Record<string, string>> => ({
  TimeZone: 'Asia/Shanghai',
  DateStyle: 'ISO,YMD',
  statement_timeout: String(settings.statementTimeout),
  lock_timeout: String(hasLockTimeout(settings) ? LOCK_TIMEOUT_MS : 0),
  // The server must read texts by the same settings as the grammar that checked them.
  ...(settings.readOnly && { default_transaction_read_only: 'on', standard_conforming_strings: 'on' }),
})

/** The settings of every connection: time zone, parsers, and limits on waiting. */
export const clientConfig = (link: pg.ClientConfig, settings: ConnectionSettings): pg.ClientConfig => ({
  ...link,
  types,
  application_name: 'gazetteer-office',
  connectionTimeoutMillis: 4000,
  keepAlive: true,
  // PgBouncer refuses a connection with options.
  ...(!settings.isPooled && {
    options: Object.entries(listSessionSettings(settings))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }),
})

const findStream = (client: unknown): Socket | undefined =>
  (client as { connection?: { stream?: Socket } }).connection?.stream

/** Destroying the socket of node-postgres fails the running query at once. */
const cut = (client: unknown): void => void findStream(client)?.destroy()

/**
 * A pg pool for Kysely: extended protocol only, connections by permits, and a method to cut every connection.
 * A read-only statement is cancelled when its client has disconnected.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #permits: FairQueue
  readonly #clients = new Set<pg.PoolClient>()
  readonly #faces = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  /** The connections that were ended because of the size of an answer. */
  readonly #overflowed = new WeakSet<pg.PoolClient>()
  readonly #releases = new WeakMap<pg.PoolClient, () => void>()

  constructor(
    readonly link: pg.ClientConfig,
    readonly settings: PoolSettings,
    readonly isUp: () => boolean,
  ) {
    this.#permits = new FairQueue(settings.limits, permitRefusal)
    this.#pool = new pg.Pool({
      ...clientConfig(link, settings),
      max: settings.limits.maxRunning,
      idleTimeoutMillis: 30_000,
    })
    // The pool drops an idle connection that breaks; without a listener the error would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', () => undefined)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
  }

  /** Rejects with UNAVAILABLE while the database is unavailable, and with a refusal of `permitRefusal` without a permit. */
  async connect(): Promise<PostgresPoolClient> {
    const requester = currentRequester()
    if (requester.isInTransaction) throw new Error('a transaction asked for a second connection')
    if (!this.isUp()) throw appError('UNAVAILABLE')
    const signal = requester.signal()
    const release = await this.#permits.acquire(requester.key, signal)
    try {
      if (!this.isUp()) throw appError('UNAVAILABLE')
      // A new connection outlives the request that opened it.
      const client = await runAsServer(() => this.#pool.connect())
      // All statements of such a requester are one transaction that may only read, whatever the code asks for. A transaction
      // that the code begins is this one: PostgreSQL answers the second `begin` and `commit` with a warning.
      const readsOnly = requester.readsOnly === true && !this.settings.readOnly
      this.#releases.set(client, this.#releaseOf(client, release, signal, readsOnly))
      if (readsOnly) await this.#endOnFailure(client, 'begin read only')
      return this.#faceOf(client)
    } catch (error) {
      release()
      throw error
    }
  }

  /** Sends a command; a failure closes the connection. */
  async #endOnFailure(client: pg.PoolClient, command: string): Promise<void> {
    try {
      await client.query(command)
    } catch (error) {
      cut(client)
      throw error
    }
  }

  #faceOf(client: pg.PoolClient): PostgresPoolClient {
    const cached = this.#faces.get(client)
    if (cached) return cached
    // A query without values would use the simple protocol, which accepts several statements.
    const query = (sql: string, parameters: readonly unknown[]) =>
      sendMeasured(sql, () =>
        this.#withinTime(client, () =>
          this.#withinBytes(client, () =>
            client.query({ text: sql, values: [...parameters], queryMode: 'extended' } as pg.QueryConfig),
          ),
        ),
      )
    const release = () => this.#releases.get(client)?.()
    const face = { query, release } as unknown as PostgresPoolClient
    this.#faces.set(client, face)
    return face
  }

  async #withinTime<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    const { answerTimeout } = this.settings
    if (answerTimeout === undefined) return await work()
    const timer = setTimeout(() => cut(client), answerTimeout)
    return await work().finally(() => clearTimeout(timer))
  }

  /** One row may be a gigabyte, so the answer is counted while it arrives. */
  async #withinBytes<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    const most = this.settings.maxAnswerBytes
    const stream = findStream(client)
    if (most === undefined || !stream) return await work()
    const limit = stream.bytesRead + most
    const watch = () => {
      if (stream.bytesRead <= limit) return
      this.#overflowed.add(client)
      stream.destroy()
    }
    stream.on('data', watch)
    try {
      return await work()
    } catch (error) {
      // The end of the transaction fails on the destroyed socket too; its error must not replace this one.
      throw this.#overflowed.has(client) ? appError('REPORT_TOO_LARGE', { cause: error }) : error
    } finally {
      stream.off('data', watch)
    }
  }

  #releaseOf(
    client: pg.PoolClient,
    release: ReleasePermit,
    signal: AbortSignal | undefined,
    readsOnly: boolean,
  ): () => void {
    let isCancelled = false
    const onAbort = () => {
      isCancelled = true
      void this.#cancel(client)
    }
    if (this.settings.readOnly) signal?.addEventListener('abort', onAbort, { once: true })
    return () => {
      signal?.removeEventListener('abort', onAbort)
      const giveBack = (isBroken: boolean) => {
        client.release(isBroken)
        release()
      }
      // The cancel request may still be under way: it must not cancel another statement.
      if (!readsOnly || isCancelled) return giveBack(isCancelled)
      this.#endOnFailure(client, 'commit').then(
        () => giveBack(false),
        () => giveBack(true),
      )
    }
  }

  /** Cancels the query of a connection, through a separate connection of the same login. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as unknown as { processID: number }
    const other = new pg.Client(clientConfig(this.link, this.settings))
    other.on('error', () => undefined)
    try {
      await other.connect()
      await other.query('select pg_cancel_backend($1)', [processID])
    } catch {
      // The statement then ends at its own time limit.
    } finally {
      await other.end().catch(() => undefined)
    }
  }

  /** Closes every connection now; waiting callers get a connection error. */
  cutAll(): void {
    for (const client of this.#clients) cut(client)
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

export { cut as cutClient }
