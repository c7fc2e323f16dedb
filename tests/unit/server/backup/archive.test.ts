import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Header, Manifest } from '#server/platform/backup/archive/manifest.ts'
import { verifyArchive } from '#server/platform/backup/archive/read-archive.ts'
import { type ArchiveWriter, writeArchive } from '#server/platform/backup/archive/write-archive.ts'
import { passphrase, workFactor } from './places.ts'

const header: Header = {
  format: 1,
  version: '1.0.0',
  time: '2026-11-30T00:00:00Z',
  server: '15.0',
  migrations: [],
  keyMark: '',
  settings: [],
  definition: { before: [], after: [], tables: [], counters: [] },
}

/** The archive with two entries and what `end` adds, and the fault that its verification names. */
async function verify(
  end: (archive: ArchiveWriter, manifest: Manifest) => Promise<void>,
  first: Header = header,
): Promise<unknown> {
  let bytes = Buffer.alloc(0)
  const store = async (chunks: AsyncIterable<Buffer>) => {
    bytes = await buffer(chunks)
    return bytes.length
  }
  await writeArchive(store, { passphrase, workFactor }, async (archive) => {
    await archive.addJson('header.json', first)
    await archive.addBytes('files/a', Buffer.from('甲'))
    await end(archive, { entries: { ...archive.entries }, rows: {}, missingFiles: [] })
  })
  const read = async function* () {
    yield bytes
  }
  return await verifyArchive(read(), passphrase)
}

const seal = (archive: ArchiveWriter, manifest: Manifest) => archive.addJson('manifest.json', manifest)

it('an archive whose entries are as its manifest says is whole', async () => {
  await expect(verify(seal)).resolves.toMatchObject({ header, manifest: { rows: {} } })
})

it('an archive without a manifest, with another entry or with more behind it is refused', async () => {
  await expect(verify(async () => undefined)).rejects.toThrow(/has no manifest at its end/)
  const other = { bytes: 3, sha256: 'f'.repeat(64) }
  const changed = verify((archive, { entries, ...rest }) =>
    seal(archive, { ...rest, entries: { ...entries, 'files/a': other } }),
  )
  await expect(changed).rejects.toThrow(/files\/a is not as the manifest says/)
  const missing = verify((archive, { entries, ...rest }) =>
    seal(archive, { ...rest, entries: { ...entries, 'files/b': other } }),
  )
  await expect(missing).rejects.toThrow(/files\/b is not as the manifest says/)
  const longer = verify(async (archive, manifest) => {
    await seal(archive, manifest)
    await archive.addBytes('files/c', Buffer.from('丙'))
  })
  await expect(longer).rejects.toThrow(/goes on after its manifest/)
})

it.each(['files/../../secret.key', '/etc/passwd', 'documents/..'])(
  'an archive with the entry %s is refused',
  async (name) => {
    const outside = verify(async (archive) => {
      await archive.addBytes(name, Buffer.from('乙'))
      await seal(archive, { entries: { ...archive.entries }, rows: {}, missingFiles: [] })
    })
    await expect(outside).rejects.toThrow(/leads out of its folder/)
  },
)

it('an archive of a newer format is refused with the version that reads it', async () => {
  await expect(verify(seal, { ...header, format: 2, version: '9.0.0' })).rejects.toThrow(
    /version 9.0.0 or newer/,
  )
})

it('a store that fails, and a filling that fails, end the archive with their own error', async () => {
  const full = async (): Promise<number> => {
    throw new Error('disk full')
  }
  const fill = (archive: ArchiveWriter) => archive.addBytes('files/a', Buffer.alloc(5_000_000))
  await expect(writeArchive(full, { passphrase, workFactor }, fill)).rejects.toThrow('disk full')
  const late = async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks) throw new Error('disk full')
    return 0
  }
  await expect(writeArchive(late, { passphrase, workFactor }, fill)).rejects.toThrow('disk full')
  const drain = async (chunks: AsyncIterable<Buffer>) => (await buffer(chunks)).length
  const broken = async () => {
    throw new Error('connection lost')
  }
  await expect(writeArchive(drain, { passphrase, workFactor }, broken)).rejects.toThrow('connection lost')
})
