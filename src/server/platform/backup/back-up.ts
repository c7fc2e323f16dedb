import { createReadStream, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readPartTarget } from '../files/write-whole-file.ts'
import { getKeyFile, openSecrets } from '../secrets.ts'
import { ENTRIES, FORMAT, type Header, type Manifest } from './archive/manifest.ts'
import { type ArchiveWriter, type Sealing, type Store, writeArchive } from './archive/write-archive.ts'
import { nameTable, type TableShape } from './database/catalogue.ts'
import { type Snapshot, withSnapshot } from './database/snapshot.ts'
import { listFolder } from './folders.ts'
import type { Place } from './place.ts'

/** Rows are compressed and encrypted in parts of this size, so that memory does not grow with a table. */
const PART_BYTES = 4 * 1024 * 1024
const MAX_MISSING_LISTED = 20

const compress = promisify(gzip)

/** Says whether two places have the same key, without saying the key. */
export const markKey = ({ dataDir, secretKey }: Pick<Place, 'dataDir' | 'secretKey'>): string =>
  openSecrets(dataDir, secretKey).sign('back-up', 'backup.key')

export interface BackUp {
  bytes: number
  header: Header
  manifest: Manifest
}

/**
 * Stores an archive of the place as it is at one moment, while others use it. Files that are stored meanwhile may be in the
 * archive too; no file of the moment is left out unless somebody removes it meanwhile.
 */
export async function backUp(
  place: Place,
  store: Store,
  sealing: Sealing,
  { version, settings }: Pick<Header, 'version' | 'settings'>,
): Promise<BackUp> {
  // Before the snapshot: a later hash would belong to a line that the snapshot does not have.
  const auditBytes = place.auditFile && statSync(place.auditFile, { throwIfNoEntry: false })?.size
  return await withSnapshot(place.owner, async (snapshot) => {
    const { time, server, migrations, definition } = snapshot
    const keyMark = markKey(place)
    const header: Header = {
      format: FORMAT,
      version,
      time,
      server,
      migrations,
      keyMark,
      settings,
      definition,
    }
    const manifest: Manifest = { entries: {}, rows: {}, missingFiles: [] }
    const bytes = await writeArchive(store, sealing, async (archive) => {
      await archive.addJson(ENTRIES.header, header)
      if (place.secretKey === undefined)
        await archive.addBytes(ENTRIES.key, await readFile(getKeyFile(place.dataDir)))
      if (place.auditFile && auditBytes)
        await archive.addChunks(
          ENTRIES.audit,
          auditBytes,
          createReadStream(place.auditFile, { end: auditBytes - 1 }),
        )
      if (place.documentFolder) await addFolder(archive, ENTRIES.documents, place.documentFolder)
      for (const table of definition.tables)
        manifest.rows[nameTable(table)] = await addTable(archive, snapshot, table)
      manifest.missingFiles = await addFiles(archive, place, snapshot)
      await addFolder(archive, ENTRIES.exports, place.exportFolder)
      manifest.entries = { ...archive.entries }
      await archive.addJson(ENTRIES.manifest, manifest)
    })
    return { bytes, header, manifest }
  })
}

/** Adds the files of a folder as they are when they are opened; one that is being written, or was removed, is left out. */
async function addFolder(archive: ArchiveWriter, prefix: string, folder: string): Promise<void> {
  for (const name of listFolder(folder)) {
    if (readPartTarget(name) !== null) continue
    const file = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!file) continue
    try {
      const { size } = await file.stat()
      const chunks = size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false })
      await archive.addChunks(`${prefix}${name}`, size, chunks)
    } finally {
      await file.close()
    }
  }
}

/** Adds the rows of a table and returns their number. */
async function addTable(archive: ArchiveWriter, snapshot: Snapshot, table: TableShape): Promise<number> {
  const { chunks, countRows } = snapshot.readTable(table)
  let parts: Buffer[] = []
  let bytes = 0
  let count = 0
  const flush = async () => {
    if (bytes === 0) return
    count += 1
    const name = `${ENTRIES.tables}${nameTable(table)}/${String(count).padStart(6, '0')}.copy.gz`
    await archive.addBytes(name, await compress(Buffer.concat(parts)))
    parts = []
    bytes = 0
  }
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await flush()
  }
  await flush()
  return countRows()
}

/** Adds the stored files; returns some of those that the database names and the store does not have. */
async function addFiles(archive: ArchiveWriter, { files }: Place, snapshot: Snapshot): Promise<string[]> {
  const missing = new Set(await snapshot.listFiles())
  const add = async (path: string) => {
    const size = await files.size(path)
    const chunks = size === null ? null : await files.read(path)
    // Removed since it was listed.
    if (size === null || chunks === null) return
    await archive.addChunks(`${ENTRIES.files}${path}`, size, chunks)
    missing.delete(path)
  }
  for await (const { path } of files.list()) await add(path)
  // A bucket does not list the files from before it, which are still read from the disk.
  for (const path of [...missing]) await add(path)
  return [...missing].slice(0, MAX_MISSING_LISTED)
}
