import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { AppError } from '#runtime/kernel/errors.ts'
import type { GuardedPool } from '../pool.ts'
import { currentRequester } from '../requester.ts'
import type { Commits, Target } from './commits.ts'

/** Milliseconds that a read waits for a replica; then it goes to the primary. */
const CATCH_UP_MS = 50
const POLL_MS = 5
/** Milliseconds in which reads do not ask the replica after it was late or away. */
const REST_MS = 1000

/** A database that was promoted, or is no replica, has everything. */
const HAS_REPLAYED = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as "isCurrent"'

/**
 * Connects requesters that only read (`readFromReplica`) to a replica, all others to the primary. A connection to a replica is
 * used when that replica has replayed what the server knows to be committed; one that is late or away is left out for a moment.
 */
export class RoutedPool implements PostgresPool {
  #restsUntil = 0
  /** The last target that the replica behind a connection had replayed; there may be several replicas. */
  readonly #replayed = new WeakMap<PostgresPoolClient, number>()

  constructor(
    readonly primary: GuardedPool,
    readonly replica: GuardedPool,
    readonly commits: Commits,
  ) {}

  async connect(): Promise<PostgresPoolClient> {
    const isAsked = currentRequester().readsReplica === true && performance.now() >= this.#restsUntil
    return (isAsked ? await this.#connectReplica() : null) ?? (await this.primary.connect())
  }

  async #connectReplica(): Promise<PostgresPoolClient | null> {
    let client: PostgresPoolClient | undefined
    try {
      const target = await this.commits.readTarget()
      client = await this.replica.connect()
      if (await this.#awaitReplay(client, target)) return client
    } catch (error) {
      // A requester without a permit would get none at the primary either.
      if (error instanceof AppError) throw error
    }
    client?.release()
    this.#restsUntil = performance.now() + REST_MS
    return null
  }

  async #awaitReplay(client: PostgresPoolClient, { count, position }: Target): Promise<boolean> {
    if ((this.#replayed.get(client) ?? -1) >= count) return true
    for (const end = performance.now() + CATCH_UP_MS; ; ) {
      const { rows } = await client.query<{ isCurrent: boolean }>(HAS_REPLAYED, [position])
      if (rows[0]?.isCurrent === true) break
      if (performance.now() >= end) return false
      await sleep(POLL_MS)
    }
    this.#replayed.set(client, count)
    return true
  }

  async end(): Promise<void> {
    await Promise.all([this.primary.end(), this.replica.end()])
  }
}
