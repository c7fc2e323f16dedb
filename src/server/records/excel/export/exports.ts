import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { streamWithPermit } from '../../../platform/http/limits/paced-body.ts'
import type { Db } from '../../../platform/store/database.ts'
import { permitRefusal } from '../../../platform/store/queue/concurrency.ts'
import { FairQueue, type QueueLimits } from '../../../platform/store/queue/fair-queue.ts'
import { currentRequester, readFromReplica, runAs } from '../../../platform/store/requester.ts'
import { MAX_EXACT_ROWS } from '../../query/totals.ts'

/** Maximum records of one export. */
export const MAX_RECORDS = MAX_EXACT_ROWS
/** Rows that are read, translated and written together; other requests are answered between two slices. */
const SLICE_ROWS = 500

/** Permits for exports: a part of the connections, so that lists find one. */
const EXPORT_PERMITS: QueueLimits = {
  maxRunning: 3,
  maxRunningPerKey: 1,
  maxPending: 100,
  maxPendingPerKey: 5,
  maxWait: 30_000,
}

type Row = Record<string, unknown>

/**
 * Opens a cursor and returns its rows in slices; null without rows. `name` is a literal of the code. With a limit, more
 * rows reject with REPORT_TOO_LONG.
 */
export async function openRows(
  trx: Db,
  name: string,
  select: RawBuilder<unknown>,
  max?: number,
): Promise<AsyncGenerator<Row[]> | null> {
  const cursor = sql.id(name)
  await sql`declare ${cursor} scroll cursor for ${select}`.execute(trx)
  if (max !== undefined) {
    const beyond = await sql`fetch absolute ${sql.lit(max + 1)} from ${cursor}`.execute(trx)
    if (beyond.rows.length > 0) throw appError('REPORT_TOO_LONG', { values: { most: max } })
    await sql`move absolute 0 from ${cursor}`.execute(trx)
  }
  const next = async () =>
    (await sql<Row>`fetch forward ${sql.lit(SLICE_ROWS)} from ${cursor}`.execute(trx)).rows
  const first = await next()
  if (first.length === 0) return null
  return (async function* () {
    for (let rows = first; rows.length > 0; rows = await next()) yield rows
  })()
}

export const openRecords = (trx: Db, select: RawBuilder<unknown>) =>
  openRows(trx, 'records', select, MAX_RECORDS)

/** Opens the bytes of a file with records in a transaction; null for a file without records. */
export type OpenFile = (trx: Db) => Promise<AsyncIterable<Buffer> | null>

/** Writes files with records; one object per server, because it holds the permits and the running exports. */
export class Exports {
  readonly #permits = new FairQueue(EXPORT_PERMITS, permitRefusal)
  readonly #running = new Set<string>()

  constructor(readonly db: Db) {}

  /**
   * Marks the requester as exporting until the returned function is called; throws EXPORT_RUNNING while the requester
   * has another export.
   */
  begin(): () => void {
    const { key } = currentRequester()
    if (this.#running.has(key)) throw appError('EXPORT_RUNNING')
    this.#running.add(key)
    return () => void this.#running.delete(key)
  }

  /** Passes the bytes of a file, read in one snapshot, to `write` with a permit of the requester. */
  async write(open: OpenFile, write: (chunks: AsyncIterable<Buffer> | null) => Promise<void>): Promise<void> {
    const requester = currentRequester()
    const { key, signal } = requester
    const inSnapshot = () =>
      readFromReplica(() =>
        this.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          // The progress of an export is written meanwhile.
          .execute((trx) => runAs(requester, async () => await write(await open(trx)))),
      )
    await this.#permits.run(key, inSnapshot, signal())
  }

  /**
   * Streams a file; an empty stream for a file without records. Rejects before the first byte with the error of `open`,
   * or with EXPORT_RUNNING; a later failure breaks the stream. The query ends with the stream, also when its client
   * disconnects.
   */
  async stream(open: OpenFile): Promise<Readable> {
    const end = this.begin()
    const sendNothing = async function* () {}
    const { key } = currentRequester()
    const body = await streamWithPermit(
      (send) => this.write(open, (chunks) => send(chunks ?? sendNothing())),
      {
        isAwaited: () => this.#permits.isAwaitedBeside(key),
      },
    ).catch((error: unknown) => {
      end()
      throw error
    })
    return body.once('close', end)
  }
}
