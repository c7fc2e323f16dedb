import { Readable } from 'node:stream'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from '../backup-error.ts'

type Chunks = AsyncIterable<Uint8Array>

/** A web stream whose reader decides the pace. */
const toWeb = (chunks: Chunks): ReadableStream<Uint8Array> =>
  // The types of the library are those of the browser.
  NodeStream.from(chunks) as unknown as ReadableStream<Uint8Array>

const toBuffers = async function* (stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]))
    yield Buffer.from(chunk as Uint8Array)
}

/** Encrypts in the format of age with a passphrase; `workFactor` is the logarithm of the cost of a guess. */
export async function* encrypt(
  chunks: Chunks,
  passphrase: string,
  workFactor?: number,
): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor)
  yield* toBuffers(await encrypter.encrypt(toWeb(chunks)))
}

/** Decrypts; throws a BackupError for a wrong passphrase and for what is no whole archive. */
export async function* decrypt(chunks: Chunks, passphrase: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  let isOpen = false
  try {
    const stream = await decrypter.decrypt(toWeb(chunks))
    isOpen = true
    yield* toBuffers(stream)
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : ''
    if (isOpen) throw new BackupError(`The archive is damaged or cut (${text}).`, { cause })
    if (/no identity matched/.test(text))
      throw new BackupError('The passphrase does not open this archive: check BACKUP_PASSPHRASE.', { cause })
    throw new BackupError(`This is no archive of a back-up, or its beginning is damaged (${text}).`, {
      cause,
    })
  }
}
