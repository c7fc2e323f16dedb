import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { encrypt } from './cipher.ts'
import type { EntryMark } from './manifest.ts'

/** Adds entries, one after the other. */
export interface ArchiveWriter {
  /** The entries so far. */
  entries: Readonly<Record<string, EntryMark>>
  addBytes(name: string, content: Buffer): Promise<void>
  addJson(name: string, content: object): Promise<void>
  /** Adds an entry of exactly `bytes`; rejects when the chunks are more or fewer. */
  addChunks(
    name: string,
    bytes: number,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void>
}

/** Where an archive is stored: complete or not at all. */
export type Store = (chunks: AsyncIterable<Buffer>) => Promise<number | null>

export interface Sealing {
  passphrase: string
  /** The logarithm of the cost of a guess; absent: that of age. */
  workFactor?: number | undefined
}

/**
 * Stores the archive that `fill` describes and returns its bytes. Memory does not grow with the archive: `fill` goes on when
 * the store has taken what is before.
 */
export async function writeArchive(
  store: Store,
  { passphrase, workFactor }: Sealing,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const tar = pack()
  // The filling and the storing report their errors by their promises.
  tar.on('error', () => undefined)
  const entries: Record<string, EntryMark> = {}
  const addChunks: ArchiveWriter['addChunks'] = async (name, bytes, chunks) => {
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    const entry = tar.entry({ name, size: bytes, mode: 0o600 })
    await pipeline(Readable.from(hashed(), { objectMode: false }), entry)
    entries[name] = { bytes, sha256: hash.digest('hex') }
  }
  const addBytes: ArchiveWriter['addBytes'] = (name, content) => addChunks(name, content.length, [content])
  let fault: unknown
  const stop = (error: unknown): void => {
    // The first error is the cause of the second one.
    fault ??= error
    tar.destroy(error as Error)
  }
  const filling = fill({
    entries,
    addChunks,
    addBytes,
    addJson: (name, content) => addBytes(name, Buffer.from(JSON.stringify(content))),
  }).then(() => tar.finalize(), stop)
  const [bytes] = await Promise.all([
    store(encrypt(tar as AsyncIterable<Uint8Array>, passphrase, workFactor)).catch(stop),
    filling,
  ])
  if (fault !== undefined) throw fault
  return bytes ?? 0
}
