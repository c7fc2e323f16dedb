import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { permitRefusal } from '../../store/queue/concurrency.ts'
import { currentRequester } from '../../store/requester.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

/** Bytes buffered for a slow client, so that its line does not occupy a permit for a usual result. */
const READ_AHEAD = 4 * 1024 * 1024
/** Milliseconds that the parts of an answer wait for its client, all together; the rest is written to a file. */
const MAX_WAIT_MS = 5000
/** The same while others wait for the permit. */
const SHARED_WAIT_MS = 250
/** Milliseconds after which a waiting part looks again whether others wait. */
const LOOK = 50
/** Maximum milliseconds in which a client receives nothing. */
const MAX_STALL = 60_000

/** Maximum answers of a requester that stand in files at a time; its next one is refused. */
const MAX_SPOOLED = 4

type Part = string | Buffer

/** The numbers of files with answers, by the keys of their requesters. */
const spooled = new Map<string, number>()

/** The part of an answer that its client has not received when the permit is released. */
class Spool {
  readonly #key: string
  #folder: string | undefined
  #file: FileHandle | undefined

  constructor(key: string) {
    this.#key = key
  }

  get isOpen(): boolean {
    return this.#file !== undefined
  }

  async write(part: Part): Promise<void> {
    if (this.#folder === undefined) {
      this.#folder = await makeTemporaryFolder()
      spooled.set(this.#key, (spooled.get(this.#key) ?? 0) + 1)
    }
    this.#file ??= await open(join(this.#folder, 'rest'), 'wx', 0o600)
    await this.#file.appendFile(part)
  }

  /** The written bytes, in their order. */
  async *read(): AsyncGenerator<Buffer> {
    if (this.#folder === undefined) return
    yield* createReadStream(join(this.#folder, 'rest'))
  }

  async close(): Promise<void> {
    await this.#file?.close()
    if (this.#folder === undefined) return
    const others = (spooled.get(this.#key) ?? 1) - 1
    if (others > 0) spooled.set(this.#key, others)
    else spooled.delete(this.#key)
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Writes a part and waits until the client has received enough of the previous ones. */
async function writePart(body: PassThrough, part: Part, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (body.write(part)) return
  await once(body, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_STALL)]) })
}

interface WaitLimits {
  /** Milliseconds. */
  maxWait?: number
  /** Whether others wait for the permit. */
  isAwaited?(): boolean
}

/**
 * Streams an answer that `run` makes with a permit: `run` acquires it, passes the parts to `send` and releases it. How long
 * it is held never depends on the client: when the parts have waited for `maxWait` milliseconds in all, or for a moment
 * while others wait for the permit, the rest is written to a file, which the client receives later. Rejects with the error
 * of `run` before the first part; a later failure breaks the stream. `send` rejects after the client has disconnected.
 */
export function streamWithPermit(
  run: (send: (parts: AsyncIterable<Part>) => Promise<void>) => Promise<unknown>,
  { maxWait = MAX_WAIT_MS, isAwaited = () => false }: WaitLimits = {},
): Promise<Readable> {
  const { key } = currentRequester()
  if ((spooled.get(key) ?? 0) >= MAX_SPOOLED) throw permitRefusal('own')
  const body = new PassThrough({ writableHighWaterMark: 65_536, readableHighWaterMark: READ_AHEAD })
  // Errors are handled by the sender of the stream; until then this listener prevents an uncaught error.
  body.on('error', () => undefined)
  const closed = new AbortController()
  body.once('close', () => closed.abort())
  const { signal } = closed
  const spool = new Spool(key)
  let waited = 0

  const left = () => (isAwaited() ? Math.min(SHARED_WAIT_MS, maxWait) : maxWait) - waited
  const writeOrSpool = async (part: Part) => {
    signal.throwIfAborted()
    if (spool.isOpen || left() <= 0) return await spool.write(part)
    if (body.write(part)) return
    while (body.writableNeedDrain && !signal.aborted && left() > 0) {
      const start = performance.now()
      const look = AbortSignal.timeout(Math.ceil(Math.max(1, Math.min(left(), LOOK))))
      await once(body, 'drain', { signal: AbortSignal.any([signal, look]) }).catch(() => undefined)
      waited += performance.now() - start
    }
  }
  return new Promise((resolve, reject) => {
    const send = async (parts: AsyncIterable<Part>) => {
      resolve(body)
      for await (const part of parts) await writeOrSpool(part)
    }
    const finish = async () => {
      for await (const part of spool.read()) await writePart(body, part, signal)
      body.end()
    }
    run(send)
      .then(finish)
      .catch((error: unknown) => {
        reject(error)
        body.destroy(error instanceof Error ? error : new Error(String(error)))
      })
      .finally(() => spool.close().catch(() => undefined))
  })
}
