import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { appError } from '../../../runtime/kernel/errors.ts'

const text = (value: string): string => value

/** Dates stay the text PostgreSQL sends (no Date, no zone shift); bigint becomes a number where it is exact. */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.DATE, text],
  [pg.types.builtins.TIME, text],
  [pg.types.builtins.TIMESTAMP, text],
  [pg.types.builtins.TIMESTAMPTZ, text],
  [pg.types.builtins.NUMERIC, text],
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
  max: number
  /** Milliseconds; 0 = none. */
  statementTimeout: number
  readOnly?: boolean
}

/** What every connection is opened with: time zone, parsers, and a bound on waiting. */
export const clientConfig = (
  link: pg.ClientConfig,
  settings: Omit<PoolSettings, 'max'>,
): pg.ClientConfig => ({
  ...link,
  types,
  application_name: 'gazetteer-office',
  connectionTimeoutMillis: 4000,
  keepAlive: true,
  options: [
    '-c TimeZone=Asia/Shanghai',
    '-c DateStyle=ISO,YMD',
    `-c statement_timeout=${settings.statementTimeout}`,
    `-c lock_timeout=${settings.statementTimeout === 0 ? 0 : 5000}`,
    // Texts must mean to the server what they meant to the grammar that judged them.
    ...(settings.readOnly
      ? ['-c default_transaction_read_only=on', '-c standard_conforming_strings=on']
      : []),
  ].join(' '),
})

const mostWaiting = 500

/** node-postgres keeps its socket here; destroying it fails the running query at once. */
const cut = (client: unknown): void => {
  ;(client as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy()
}

/** A pg pool for Kysely: extended protocol only, a bounded queue, and a way to cut every connection. */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.PoolClient>()
  readonly #faces = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  constructor(
    link: pg.ClientConfig,
    settings: PoolSettings,
    readonly isUp: () => boolean,
  ) {
    this.#pool = new pg.Pool({
      ...clientConfig(link, settings),
      max: settings.max,
      idleTimeoutMillis: 30_000,
    })
    // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', () => undefined)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
  }

  async connect(): Promise<PostgresPoolClient> {
    if (!this.isUp() || this.#pool.waitingCount >= mostWaiting) throw appError('UNAVAILABLE')
    const client = await this.#pool.connect()
    const known = this.#faces.get(client)
    if (known) return known
    // A query without values would travel by the simple protocol, which accepts several statements.
    const query = (sql: string, parameters: readonly unknown[]) =>
      client.query({ text: sql, values: [...parameters], queryMode: 'extended' } as pg.QueryConfig)
    const face = { query, release: () => client.release() } as unknown as PostgresPoolClient
    this.#faces.set(client, face)
    return face
  }

  /** Ends every connection now; whoever waits on one gets a connection error. */
  cutAll(): void {
    for (const client of this.#clients) cut(client)
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

export { cut as cutClient }
