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

/** Milliseconds in which a replica says what it has replayed; otherwise its connections are cut. */
const ANSWER_MS = 1000
/** Milliseconds between two requests that ask a replica that did not answer; the others do not wait for it. */
const SILENCE_MS = 5000

/** A database that was promoted, or is no replica, has everything. */
const HAS_REPLAYED = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as "isCurrent"'

/**
 * Connects requesters that only read (`readFromReplica`) to a replica, all others to the primary. A connection to a replica is
 * used when that replica has replayed what the server knows to be committed; one that is late or away is left out for a moment.
 */
export class RoutedPool implements PostgresPool {
  #restsUntil = 0
  #isSilent = false
  /** The last target that the replica behind a connection had replayed, and when it said so; there may be several replicas. */
  readonly #replayed = new WeakMap<PostgresPoolClient, { count: number; at: number }>()

  constructor(
    readonly primary: GuardedPool,
    readonly replica: GuardedPool,
    readonly commits: Commits,
  ) {}

  async connect(): Promise<PostgresPoolClient> {
    const now = performance.now()
    const isAsked = currentRequester().readsReplica === true && now >= this.#restsUntil
    if (isAsked && this.#isSilent) this.#restsUntil = now + SILENCE_MS
    return (isAsked ? await this.#connectReplica() : null) ?? (await this.primary.connect())
  }

  async #connectReplica(): Promise<PostgresPoolClient | null> {
    let client: PostgresPoolClient | undefined
    try {
      const target = await this.commits.readTarget()
      client = await this.replica.connect()
      if (await this.#awaitReplay(client, target)) {
        this.#isSilent = false
        return client
      }
    } catch (error) {
      // A requester without a permit would get none at the primary either.
      if (error instanceof AppError) throw error
      if (error instanceof Error && error.message.includes('timeout')) this.#noteSilence()
    }
    client?.release()
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + REST_MS)
    return null
  }

  #noteSilence(): void {
    this.#isSilent = true
    this.#restsUntil = performance.now() + SILENCE_MS
    this.replica.cutAll()
  }

  /** A frozen replica keeps its connections open, so no other error would occur. */
  async #ask(client: PostgresPoolClient, position: string): Promise<boolean> {
    const timer = setTimeout(() => this.#noteSilence(), ANSWER_MS)
    try {
      const { rows } = await client.query<{ isCurrent: boolean }>(HAS_REPLAYED, [position])
      return rows[0]?.isCurrent === true
    } finally {
      clearTimeout(timer)
    }
  }

  async #awaitReplay(client: PostgresPoolClient, { count, position }: Target): Promise<boolean> {
    const last = this.#replayed.get(client)
    if (last && last.count >= count && performance.now() < last.at + ANSWER_MS) return true
    for (const end = performance.now() + CATCH_UP_MS; ; ) {
      if (await this.#ask(client, position)) break
      if (performance.now() >= end) return false
      await sleep(POLL_MS)
    }
    this.#replayed.set(client, { count, at: performance.now() })
    return true
  }

  async end(): Promise<void> {
    await Promise.all([this.primary.end(), this.replica.end()])
  }
}
