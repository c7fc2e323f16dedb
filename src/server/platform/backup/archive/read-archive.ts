import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { BackupError } from '../backup-error.ts'
import { decrypt } from './cipher.ts'
import { ENTRIES, type EntryMark, FORMAT, type Header, type Manifest } from './manifest.ts'

/** An entry whose content has to be read before the next one. */
export interface ArchiveEntry {
  name: string
  content: Readable
}

/** A name that stays below the folder to which a restore adds it. */
const isInside = (name: string): boolean => !name.startsWith('/') && !name.split(/[/\\]/).includes('..')

/** The entries of an archive in their order. Throws a BackupError where it is cut or damaged, or leads out of its folder. */
export async function* readEntries(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const plain = Readable.from(decrypt(chunks, passphrase), { objectMode: false })
  plain.on('error', (error) => tar.destroy(error))
  plain.pipe(tar as unknown as NodeJS.WritableStream)
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      if (!isInside(name)) throw new BackupError(`The archive is refused: ${name} leads out of its folder.`)
      yield { name, content: Readable.from(entry, { objectMode: false }) }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`The archive is damaged or cut (${(error as Error).message}).`, { cause: error })
  } finally {
    plain.destroy()
  }
}

const readJson = async <T>(content: Readable): Promise<T> =>
  JSON.parse((await buffer(content)).toString('utf8')) as T

/** The header, from the first entry. Throws a BackupError for an archive of another format. */
export async function readHeader({ name, content }: ArchiveEntry): Promise<Header> {
  if (name !== ENTRIES.header)
    throw new BackupError('This is no archive of a back-up: its first entry is no header.')
  const header = await readJson<Header>(content)
  if (header.format > FORMAT)
    throw new BackupError(
      `The archive has format ${header.format}, this program reads up to ${FORMAT}. Use the program of version ${header.version} or newer.`,
    )
  return header
}

/** What a whole archive contains. */
export interface Contents {
  header: Header
  manifest: Manifest
}

/**
 * Reads an archive to its end and compares each entry with the manifest. Throws a BackupError for one that is cut, damaged
 * or encrypted with another passphrase.
 */
export async function verifyArchive(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<Contents> {
  let header: Header | undefined
  let manifest: Manifest | undefined
  const found = new Map<string, EntryMark>()
  for await (const entry of readEntries(chunks, passphrase)) {
    if (manifest) throw new BackupError('The archive is damaged: it goes on after its manifest.')
    if (entry.name === ENTRIES.manifest) {
      manifest = await readJson<Manifest>(entry.content)
      continue
    }
    const content = await hashEntry(entry, header === undefined)
    header ??= content.header
    found.set(entry.name, content.mark)
  }
  if (!header || !manifest) throw new BackupError('The archive is cut: it has no manifest at its end.')
  compareEntries(manifest, found)
  return { header, manifest }
}

async function hashEntry(
  { name, content }: ArchiveEntry,
  isFirst: boolean,
): Promise<{ mark: EntryMark; header?: Header }> {
  const hash = createHash('sha256')
  let bytes = 0
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    if (isFirst) chunks.push(chunk)
  }
  const mark = { bytes, sha256: hash.digest('hex') }
  return isFirst ? { mark, header: await readHeader({ name, content: Readable.from(chunks) }) } : { mark }
}

function compareEntries({ entries }: Manifest, found: ReadonlyMap<string, EntryMark>): void {
  const names = new Set([...Object.keys(entries), ...found.keys()])
  for (const name of names) {
    const [expected, actual] = [entries[name], found.get(name)]
    if (expected === undefined || expected.bytes !== actual?.bytes || expected.sha256 !== actual.sha256)
      throw new BackupError(`The archive is damaged: ${name} is not as the manifest says.`)
  }
}
