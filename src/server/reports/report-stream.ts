import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { underReport } from '../documents/report-sql/transaction.ts'
import { streamWithPermit } from '../platform/http/limits/paced-body.ts'
import type { Db } from '../platform/store/database.ts'
import { permitRefusal } from '../platform/store/queue/concurrency.ts'
import { FairQueue, type QueueLimits } from '../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../platform/store/requester.ts'
import type { Sql } from '../records/query/condition.ts'
import { type ReportDatabases, runReport } from './databases.ts'
import { MAX_ROWS, type ReportRequest, type ReportRow, selectRows } from './read.ts'

/** Rows that are read, translated and written together; other requests are answered between two slices. */
const SLICE_ROWS = 500

/** The texts that form the output of a whole result. */
export interface WholeText {
  head: string
  /** The text of one slice; `before` is the number of preceding rows. */
  slice(rows: readonly ReportRow[], before: number): Promise<string>
  tail(total: number): string
}

/** The parts of a file with a whole result, whose rows arrive in slices; read while the query runs. */
export type WholeBody = (slices: AsyncIterable<ReportRow[]>) => AsyncIterable<string | Buffer>

/** A body of texts. */
export const textBody = (text: WholeText): WholeBody =>
  async function* (slices) {
    yield text.head
    let total = 0
    for await (const rows of slices) {
      yield await text.slice(rows, total)
      total += rows.length
    }
    yield text.tail(total)
  }

/** The text of a JSON answer with empty `records`, in whose place the rows are written. */
export function buildJson(
  empty: (total: number) => object,
  translated: (rows: readonly ReportRow[]) => Promise<ReportRow[]>,
): WholeText {
  const place = '"records":['
  const halves = (total: number): [head: string, tail: string] => {
    const text = JSON.stringify(empty(total))
    const at = text.indexOf(place) + place.length
    return [text.slice(0, at), text.slice(at)]
  }
  return {
    head: halves(0)[0],
    async slice(rows, before) {
      const records = (await translated(rows)).map((record) => JSON.stringify(record)).join(',')
      return before === 0 ? records : `,${records}`
    },
    tail: (total) => halves(total)[1],
  }
}

/** Permits for whole results: half of the report connections, so that the others can read pages. */
const STREAM_PERMITS: QueueLimits = {
  maxRunning: 2,
  maxRunningPerKey: 1,
  maxPending: 200,
  maxPendingPerKey: 20,
  maxWait: 30_000,
}

/** Streams whole results of reports; one object per server, because it holds the permits and the running exports. */
export class ReportStreams {
  readonly #permits = new FairQueue(STREAM_PERMITS, permitRefusal)
  readonly #exporting = new Set<string>()

  constructor(readonly databases: ReportDatabases) {}

  /** Like `stream`, for a file. Rejects with EXPORT_RUNNING while the requester has another export. */
  async export(request: ReportRequest, parts: WholeBody): Promise<Readable> {
    const { key } = currentRequester()
    if (this.#exporting.has(key)) throw appError('EXPORT_RUNNING')
    this.#exporting.add(key)
    const end = () => void this.#exporting.delete(key)
    try {
      return (await this.stream(request, parts)).once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }

  /**
   * Streams all rows of a report in order, with a permit of the requester. Rejects with REPORT_TOO_LONG, or the query's
   * error, before the first byte; a later failure breaks the stream. The query runs once, in one snapshot, and ends
   * with the stream, also when its client disconnects.
   */
  stream(request: ReportRequest, parts: WholeBody): Promise<Readable> {
    const { key, signal } = currentRequester()
    const run = (send: (parts: AsyncIterable<string | Buffer>) => Promise<void>) => {
      const read = async (trx: Db, rows: Sql) => {
        await openCursor(trx, rows, request)
        await send(parts(streamSlices(trx)))
      }
      const runWithPermit = () =>
        runReport(this.databases, request, ({ db, rows }) => underReport(db, (trx) => read(trx, rows)))
      return this.#permits.run(key, runWithPermit, signal())
    }
    return streamWithPermit(run, { isAwaited: () => this.#permits.isAwaitedBeside(key) })
  }
}

/** The cursor is scrollable: the first row beyond the limit is fetched first, without running the query again. */
async function openCursor(trx: Db, rows: Sql, request: ReportRequest): Promise<void> {
  await sql`declare whole scroll cursor for ${selectRows(rows, request)}`.execute(trx)
  const beyond = await sql`fetch absolute ${sql.lit(MAX_ROWS + 1)} from whole`.execute(trx)
  if (beyond.rows.length > 0) throw appError('REPORT_TOO_LONG', { values: { most: MAX_ROWS } })
  await sql`move absolute 0 from whole`.execute(trx)
}

async function* streamSlices(trx: Db): AsyncGenerator<ReportRow[]> {
  for (;;) {
    const { rows } = await sql<ReportRow>`fetch forward ${sql.lit(SLICE_ROWS)} from whole`.execute(trx)
    if (rows.length === 0) return
    yield rows
  }
}
