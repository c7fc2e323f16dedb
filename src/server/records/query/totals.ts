import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import type { Sql } from './condition.ts'

/** Up to this number of rows a total is always counted within its request; it takes about 10 ms. */
export const MAX_EXACT_ROWS = 100_000

/** Milliseconds that a request waits for the exact count of more rows, before it returns an estimate. */
const COUNT_TIMEOUT_MS = 40
/** Milliseconds after which such a count is cancelled. */
const EXACT_COUNT_TIMEOUT_MS = 3000
/** Maximum number of simultaneous long counts; further ones wait for a later request. */
const MAX_LONG_COUNTS = 2
/** Pause after a long count as a multiple of its duration, so that steady writes do not cause continuous counting. */
const REST_FACTOR = 4
const MAX_KEPT = 1000

/** The limits that tests reduce. */
export interface TotalLimits {
  exactUpTo: number
  maxKept: number
}

/** Rows of one table under one condition; equal conditions have the same key. */
export interface Counted {
  key: string
  /** `from … where …`, the table as `t`. */
  rows: Sql
}

export interface Total {
  total: number
  /** True when the total was not counted at the requested version and is approximate. */
  estimated: boolean
}

interface CachedTotal {
  /** The version of the exact total; null when it was never counted. */
  version: string | null
  total: number
  /** The earliest time of the next long count. */
  restsUntil: number
}

interface LongCount {
  version: string
  done: Promise<number | null>
}

/**
 * The version of a table in the statement's snapshot: it changes with every commit that writes the table, on any
 * instance. Null when the table has no trigger yet, so that its totals must not be cached.
 */
export const buildVersion = (table: string): Sql => sql`(
  select v.relid || ':' || sum(v.n) from sys_table_change as v
  where v.relid = ${table}::regclass group by v.relid)`

/**
 * Totals of lists. An exact total is cached with the version that was read before the count, and is valid for requests
 * that read the same version; a request with another version gets a new count, or a marked estimate.
 */
export class Totals {
  readonly #cache = new Map<string, CachedTotal>()
  readonly #short = new Map<string, Promise<number>>()
  readonly #long = new Map<string, LongCount>()

  constructor(
    readonly db: Db,
    readonly limits: TotalLimits = { exactUpTo: MAX_EXACT_ROWS, maxKept: MAX_KEPT },
  ) {}

  /** The number of cached totals. */
  get size(): number {
    return this.#cache.size
  }

  counted(table: string, where: Sql): Counted {
    const rows = sql`from ${sql.id(table)} as t where ${where}`
    const { sql: text, parameters } = rows.compile(this.db)
    const key = createHash('sha256').update(text).update(JSON.stringify(parameters)).digest('base64')
    return { key, rows }
  }

  /** The last total, and the version at which it was exact. */
  last({ key }: Counted): Readonly<CachedTotal> | undefined {
    const cached = this.#cache.get(key)
    if (cached) this.#keep(key, cached)
    return cached
  }

  /** The total at the version that the request has read; the version is null when the table has none. */
  async read(counted: Counted, version: string | null): Promise<Total> {
    if (version === null) return await this.#unkept(counted)
    const cached = this.last(counted)
    if (cached?.version === version) return { total: cached.total, estimated: false }
    if (!cached || cached.total <= this.limits.exactUpTo) {
      const total = await this.#shortCount(counted, version)
      if (total <= this.limits.exactUpTo) return { total, estimated: false }
    }
    const exact = await this.#longCount(counted, version)
    if (exact !== null) return { total: exact, estimated: false }
    return { total: this.#cache.get(counted.key)?.total ?? this.limits.exactUpTo, estimated: true }
  }

  async #unkept(counted: Counted): Promise<Total> {
    const total = await this.#countUpTo(counted)
    if (total <= this.limits.exactUpTo) return { total, estimated: false }
    return { total: Math.max(total, await this.guess(counted)), estimated: true }
  }

  /** The planner's estimate; it costs only planning time. */
  async guess({ rows }: Counted): Promise<number> {
    const plan = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select 1 ${rows}`.execute(this.db)
    return plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  }

  async #countUpTo({ rows }: Counted): Promise<number> {
    const counted = await sql<{ n: number }>`
      select count(*) as n from (select 1 ${rows} limit ${this.limits.exactUpTo + 1}) as capped`.execute(
      this.db,
    )
    return Number(counted.rows[0]?.n ?? 0)
  }

  /** Requests of the same version share one count, whose snapshot is at least as new as theirs. */
  #shortCount(counted: Counted, version: string): Promise<number> {
    const name = `${counted.key} ${version}`
    const running = this.#short.get(name)
    if (running) return running
    // Several requests wait for the count: it must not end with the first request's client.
    const count = runAsServer(() => this.#keepShort(counted, version)).finally(() => this.#short.delete(name))
    this.#short.set(name, count)
    return count
  }

  async #keepShort(counted: Counted, version: string): Promise<number> {
    const { key } = counted
    const total = await this.#countUpTo(counted)
    if (total <= this.limits.exactUpTo) {
      this.#keep(key, { version, total, restsUntil: 0 })
    } else {
      const guess = Math.max(total, await this.guess(counted))
      const isKnown = (this.#cache.get(key)?.total ?? 0) > this.limits.exactUpTo
      if (!isKnown) this.#keep(key, { version: null, total: guess, restsUntil: 0 })
    }
    return total
  }

  /** Null when the count may not start, exceeds the wait, or is for another version. */
  async #longCount(counted: Counted, version: string): Promise<number | null> {
    const { key } = counted
    const running = this.#long.get(key) ?? this.#startLong(counted, version)
    if (running?.version !== version) return this.#exactAt(key, version)
    const wait = new AbortController()
    const late = sleep(COUNT_TIMEOUT_MS, null, { signal: wait.signal }).catch(() => null)
    const total = await Promise.race([running.done, late])
    wait.abort()
    return total
  }

  #exactAt(key: string, version: string): number | null {
    const cached = this.#cache.get(key)
    return cached?.version === version ? cached.total : null
  }

  #startLong(counted: Counted, version: string): LongCount | undefined {
    const { key } = counted
    const start = performance.now()
    if (this.#long.size >= MAX_LONG_COUNTS || start < (this.#cache.get(key)?.restsUntil ?? 0))
      return undefined
    const done = runAsServer(() => countAll(this.db, counted))
      // After a timeout or a lost connection the estimate remains.
      .catch(() => null)
      .then((total) => {
        const end = performance.now()
        const last = this.#cache.get(key)
        const restsUntil = end + (end - start) * REST_FACTOR
        if (total !== null) this.#keep(key, { version, total, restsUntil })
        else if (last) this.#keep(key, { ...last, restsUntil })
        this.#long.delete(key)
        return total
      })
    const count = { version, done }
    this.#long.set(key, count)
    return count
  }

  /** Stores a total as the most recently used; the least recently used is dropped above the limit. */
  #keep(key: string, cached: CachedTotal): void {
    this.#cache.delete(key)
    this.#cache.set(key, cached)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > this.limits.maxKept && oldest !== undefined) this.#cache.delete(oldest)
  }
}

const countAll = (db: Db, { rows }: Counted): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(EXACT_COUNT_TIMEOUT_MS)}, true)`.execute(trx)
    const counted = await sql<{ n: number }>`select count(*) as n ${rows}`.execute(trx)
    return Number(counted.rows[0]?.n ?? 0)
  })
