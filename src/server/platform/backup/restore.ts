import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { writeWholeFile } from '../files/write-whole-file.ts'
import { getKeyFile } from '../secrets.ts'
import { ENTRIES } from './archive/manifest.ts'
import { type ArchiveEntry, type Contents, readEntries } from './archive/read-archive.ts'
import { markKey } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { nameTable, type TableShape } from './database/catalogue.ts'
import { checkEmpty, type Filling, rebuildDatabase } from './database/rebuild.ts'
import { listFolder } from './folders.ts'
import type { Place } from './place.ts'

const decompress = promisify(gunzip)

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Where an entry becomes a file of the disk; null for other entries, and for those that the place has from its settings. */
function findTarget(place: Place, name: string): string | null {
  if (name === ENTRIES.key) return place.secretKey === undefined ? getKeyFile(place.dataDir) : null
  if (name === ENTRIES.audit) return place.auditFile ?? null
  if (name.startsWith(ENTRIES.exports)) return join(place.exportFolder, name.slice(ENTRIES.exports.length))
  if (name.startsWith(ENTRIES.documents) && place.documentFolder !== undefined)
    return join(place.documentFolder, name.slice(ENTRIES.documents.length))
  return null
}

/** Throws a BackupError unless the place is empty; a file that is there already has to be the one of the archive. */
export async function checkPlace(place: Place, { header, manifest }: Contents): Promise<void> {
  await checkEmpty(place.owner)
  for await (const { path } of place.files.list())
    throw new BackupError(`The store of files is not empty: it has ${path}. Name an empty place.`)
  if (listFolder(place.exportFolder).length > 0)
    throw new BackupError(`The folder ${place.exportFolder} is not empty. Name an empty data folder.`)
  const names = Object.keys(manifest.entries)
  if (place.documentFolder === undefined && names.some((name) => name.startsWith(ENTRIES.documents)))
    throw new BackupError(
      'The archive has documents of SCHEMAS_DIR: set SCHEMAS_DIR to the folder that gets them.',
    )
  const hasKey = manifest.entries[ENTRIES.key] !== undefined
  if (!hasKey && place.secretKey === undefined)
    throw new BackupError(
      'The archive has no secret.key: set SECRET_KEY to the key of the place that was backed up.',
    )
  if (place.secretKey !== undefined && markKey(place) !== header.keyMark)
    throw new BackupError('SECRET_KEY is not the key of the place that was backed up.')
  for (const [name, { sha256 }] of Object.entries(manifest.entries)) {
    const target = findTarget(place, name)
    if (target !== null && existsSync(target) && (await hashFile(target)) !== sha256)
      throw new BackupError(`${target} exists already and differs from the archive. Name an empty place.`)
  }
}

/**
 * Fills an empty place, which `checkPlace` has examined, from an archive that was verified. The database is committed last;
 * after an error it is empty, and the files that were written are removed. Returns the rows by table.
 */
export async function restore(
  place: Place,
  { header, manifest }: Contents,
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<Map<string, number>> {
  const undos: (() => Promise<void>)[] = []
  try {
    return await rebuildDatabase(place.owner, header.definition, async (filling) => {
      const tables = new TableFiller(filling, header.definition.tables)
      for await (const entry of readEntries(chunks, passphrase))
        if (entry.name.startsWith(ENTRIES.tables)) await tables.add(entry)
        else if (!(await writeEntry(place, entry, undos))) entry.content.resume()
      await tables.end()
      return new Map(Object.entries(manifest.rows))
    })
  } catch (error) {
    for (const undo of undos) await undo()
    throw error
  }
}

/** Whether the entry belongs to the place; it is written then. */
async function writeEntry(
  place: Place,
  { name, content }: ArchiveEntry,
  undos: (() => Promise<void>)[],
): Promise<boolean> {
  if (name.startsWith(ENTRIES.files)) {
    const path = name.slice(ENTRIES.files.length)
    undos.push(() => place.files.remove(path))
    await place.files.write(path, content)
    return true
  }
  const target = findTarget(place, name)
  if (target === null || existsSync(target)) return false
  undos.push(() => rm(target, { force: true }))
  await writeWholeFile(target, content)
  return true
}

/** Passes the parts of a table to one COPY. */
class TableFiller {
  #name = ''
  #input: PassThrough | null = null
  #copying: Promise<void> = Promise.resolve()

  constructor(
    readonly filling: Filling,
    readonly tables: readonly TableShape[],
  ) {}

  async add({ name, content }: ArchiveEntry): Promise<void> {
    const table = name.slice(ENTRIES.tables.length).split('/')[0] ?? ''
    if (table !== this.#name) await this.#begin(table)
    const input = this.#input
    const rows = await decompress(await buffer(content))
    const written = new Promise<void>((resolve, reject) => {
      input?.write(rows, (error) => (error ? reject(error) : resolve()))
    })
    // Where PostgreSQL refuses the rows, its error comes by the COPY.
    await Promise.race([written, this.#copying])
  }

  async #begin(name: string): Promise<void> {
    await this.end()
    const shape = this.tables.find((table) => nameTable(table) === name)
    if (!shape) throw new BackupError(`The archive has rows of ${name}, which its header does not name.`)
    this.#name = name
    this.#input = new PassThrough()
    this.#copying = this.filling.fillTable(shape, this.#input)
    // Awaited by `end`.
    this.#copying.catch(() => undefined)
  }

  async end(): Promise<void> {
    this.#input?.end()
    this.#input = null
    await this.#copying
  }
}
