import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#runtime/kernel/errors.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { databaseFailure } from '../../platform/store/failures.ts'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import { type AuditRow, formatRest, type Link, textOfRow } from './chain.ts'
import { type CheckpointWriter, openCheckpointWriter } from './checkpoint-writer.ts'

/** One operation; `seq`, `id` and the time are added when it is written. */
export type AuditEntry = Omit<AuditRow, 'seq' | 'id' | 'create_time' | 'log_type'>

export interface AuditLog {
  /**
   * Resolves when the entry is stored, or waits for a database that refused it, such as one with a full disk. Entries that
   * arrive while others are written are stored together.
   */
  append(entry: AuditEntry): Promise<void>
  /** Waits for the entries and the last checkpoint. */
  close(): Promise<void>
}

/** Lines that wait at most for a database that refuses them, and milliseconds until they are sent again. */
const MAX_DELAYED = 1000
const RETRY_MS = 1000

/** A database that refuses lines for these, or does not answer, takes them later; a node that was the primary only reads. */
const passing: ReadonlySet<string | null> = new Set(['full', 'locked', 'busy', 'gone', 'read only'])

const isPassing = (error: unknown): boolean =>
  error instanceof AppError || passing.has(databaseFailure(error))

/** The purpose of the key for the hashes of lines. */
export const LINE_KEY = 'audit.line'

/** A cut text may end with half of a character, which the database replaces; the hash covers the replacement. */
const wellFormed = (entry: AuditEntry): AuditEntry =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      typeof value === 'string' ? Buffer.from(value).toString() : value,
    ]),
  ) as AuditEntry

type Line = Omit<AuditRow, 'seq'>
type Services = Pick<PlatformServices, 'db' | 'secrets' | 'config' | 'log'>

/** Adds the lines after `last` and returns the new last link; or the actual one, when the chain does not end with `last`. */
async function addLines(
  db: Db,
  { secrets }: Pick<Services, 'secrets'>,
  last: Link,
  lines: readonly Line[],
): Promise<{ added: Link } | { actual: Link }> {
  let { seq, hash } = last
  const rows = lines.map((line) => {
    seq += 1
    hash = secrets.sign(textOfRow(hash, seq, formatRest(line)), LINE_KEY)
    return { ...line, seq, hash }
  })
  const answer = await sql<{ seq: string | null; hash: string | null }>`
    select last_seq as seq, last_hash as hash from sys_audit_add(${last.seq}, ${last.hash}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
  const [actual] = answer.rows
  return actual?.hash == null
    ? { added: { seq, hash } }
    : { actual: { seq: Number(actual.seq), hash: actual.hash } }
}

/** The lines that are not stored. Those whose answer was lost may be. */
async function listUnstored(db: Db, lines: readonly Line[]): Promise<Line[]> {
  const earliest = lines.map((line) => line.create_time).sort()[0]
  const { rows } = await sql<{ id: string }>`
    select id from sys_audit where create_time >= ${earliest}::timestamp and id = any(${lines.map(({ id }) => id)})`.execute(
    db,
  )
  const stored = new Set(rows.map(({ id }) => id))
  return lines.filter(({ id }) => !stored.has(String(id)))
}

/** Reads the last line under the lock of the chain and adds the lines after it, for a chain that others write too. */
const addLocked = ({ db, secrets }: Services, all: readonly Line[], areSentAgain: boolean): Promise<Link> =>
  db.write(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.audit})`.execute(trx)
    const { rows } = await sql<{ seq: string; hash: string }>`select seq, hash from sys_audit_last()`.execute(
      trx,
    )
    const [last] = rows
    if (!last) throw new Error('the operation log has no start')
    const link = { seq: Number(last.seq), hash: last.hash }
    const lines = areSentAgain ? await listUnstored(trx, all) : all
    if (lines.length === 0) return link
    const answer = await addLines(trx, { secrets }, link, lines)
    if ('actual' in answer) throw new Error('the operation log changed under its lock')
    return answer.added
  })

/**
 * Continues the chain. The last line that this instance knows is tried first: one statement, because each round trip between
 * the lock and the commit makes every save wait. Without it, some lines may be stored already when `areSentAgain`.
 */
async function writeLines(
  services: Services,
  lastLink: Link | null,
  lines: readonly Line[],
  areSentAgain: boolean,
): Promise<Link> {
  if (lastLink) {
    const answer = await addLines(services.db.app, services, lastLink, lines)
    if ('added' in answer) return answer.added
    if (answer.actual.seq <= lastLink.seq)
      services.log.error(
        { expected: lastLink.seq, found: answer.actual.seq },
        'the last lines of the operation log were removed or changed',
      )
  }
  return await addLocked(services, lines, areSentAgain)
}

/** The writer of this instance: one batch at a time, so that the lock is taken once for all waiting entries. */
export function openAuditLog(
  services: Services,
  checkpoints: CheckpointWriter = openCheckpointWriter(services),
): AuditLog {
  let waiting: AuditEntry[] = []
  let next: Promise<void> | null = null
  let running: Promise<unknown> = Promise.resolve()
  let lastLink: Link | null = null
  let delayed: readonly Line[] = []
  let timer: NodeJS.Timeout | undefined

  /** Keeps lines for the next attempt, as long as there are not too many. */
  const delayOrDrop = (lines: readonly Line[], error: unknown): void => {
    if (isPassing(error) && lines.length <= MAX_DELAYED) {
      if (delayed.length === 0) services.log.error({ err: error }, 'operations wait until they can be logged')
      delayed = lines
      timer = setTimeout(() => void flush().catch(() => undefined), RETRY_MS).unref()
      return
    }
    if (delayed.length > 0)
      services.log.error({ lines: delayed.length }, 'operations that waited could not be logged')
    delayed = []
    throw error
  }

  const writeBatch = async (entries: readonly AuditEntry[]): Promise<void> => {
    const create_time = formatDateTime(currentTime())
    const fresh = entries.map((entry) => ({
      ...wellFormed(entry),
      id: randomUUID(),
      create_time,
      log_type: 2,
    }))
    const lines = [...delayed, ...fresh]
    if (lines.length === 0) return
    clearTimeout(timer)
    const last = lastLink
    // After a failure it is unknown whether the lines were stored.
    lastLink = null
    try {
      lastLink = await runAsServer(() => writeLines(services, last, lines, delayed.length > 0))
    } catch (error) {
      return delayOrDrop(lines, error)
    }
    if (delayed.length > 0)
      services.log.warn({ lines: delayed.length }, 'the operations that waited were logged')
    delayed = []
    checkpoints.note(lastLink)
  }
  const flush = (): Promise<void> => {
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        const entries = waiting
        waiting = []
        next = null
        running = writeBatch(entries)
        await running
      })
    return next
  }
  return {
    append(entry) {
      waiting.push(entry)
      return flush()
    },
    async close() {
      await flush().catch(() => undefined)
      clearTimeout(timer)
      if (delayed.length > 0)
        services.log.error({ lines: delayed.length }, 'operations that waited could not be logged')
      await checkpoints.close()
    },
  }
}
