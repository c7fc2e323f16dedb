import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { runBackup, runVerify } from '#server/app/backup/backup-command.ts'
import { buildPlace, listSettings } from '#server/app/backup/place.ts'
import { runRestore } from '#server/app/backup/restore-command.ts'
import { collectCheckpoints, readLines, verifyAudit } from '#server/modules/audit/interface.ts'
import { verifyArchive } from '#server/platform/backup/archive/read-archive.ts'
import { type Snapshot, withSnapshot } from '#server/platform/backup/database/snapshot.ts'
import { restore } from '#server/platform/backup/restore.ts'
import type { Config } from '#server/platform/config.ts'
import { openFileStore } from '#server/platform/files/open.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { TestServer } from '../resources/test-server.ts'
import {
  buildUrl,
  countTables,
  type EmptyPlace,
  openEmptyPlace,
  passphrase,
  readAll,
  workFactor,
} from './places.ts'

const folder = mkdtempSync(join(tmpdir(), 'office-archives-'))
const archive = join(folder, 'office.age')
const stored = `demo/${'a'.repeat(32)}.txt`
const lost = `demo/${'b'.repeat(32)}.txt`

let server: TestServer
let target: EmptyPlace
/** The settings of the place that is backed up, and of the place that is restored. */
let source: Config
let restored: Config
let lines: string[] = []
const say = (text: string) => void lines.push(text)
const getText = () => lines.join('\n')

const run = (text: string) => sql.raw(text).execute(server.test.db.owner)
const noteFile = (path: string) =>
  run(`insert into sys_file (path, original_name, size, type) values ('${path}', 'a.txt', 1, 'text/plain')`)
const backUp = (name: string) => runBackup(source, join(folder, name), say, workFactor)

beforeAll(async () => {
  server = await TestServer.open()
  target = await openEmptyPlace()
  const { dataDir, test } = server
  // The key of the test's server, as a file.
  writeFileSync(join(dataDir, 'secret.key'), Buffer.from('5e'.repeat(32), 'hex'))
  source = {
    ...target.config,
    dataDir,
    databaseUrl: buildUrl(test.links.owner),
    schemaDirs: ['schemas', server.folder],
  }
  restored = { ...target.config, schemaDirs: ['schemas', join(target.dataDir, 'documents')] }
  for (const fname of ['纸', '墨']) await server.add({ fname })
  const content = async function* () {
    yield Buffer.from('一份文件')
  }
  mkdirSync(join(dataDir, 'exports'))
  for (const name of ['1.xlsx', '2.xlsx', '3.xlsx.part'])
    writeFileSync(join(dataDir, 'exports', name), name === '2.xlsx' ? '' : name)
  await server.services.files.write(stored, content())
  await noteFile(stored)
  // More than one part of an archive.
  await run(`insert into sys_captcha values ('big', repeat('志', 3000000), now())`)
  await run(`select setval('sys_instance_number', 17), setval(pg_get_serial_sequence('sys_then', 'id'), 41)`)
  await run(`select setval(pg_get_serial_sequence('sys_outbox', 'id'), 8, false)`)
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'audit.log'))).toBe(true))
  await backUp('office.age')
})
beforeEach(() => {
  lines = []
})
afterAll(async () => {
  await server?.close()
  await target?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Empties the place that is restored. */
async function emptyTarget(): Promise<void> {
  await target.empty()
  for (const name of readdirSync(target.dataDir)) rmSync(join(target.dataDir, name), { recursive: true })
}

/** Whether the place that is restored has neither a table nor a file. */
const isTargetEmpty = async () =>
  (await countTables(target.test)) === 0 && readdirSync(target.dataDir).every((name) => name === 'lock')

const hashFolder = (home: string) =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(home.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
    })
    .sort()

it('a restored place has all rows, tables, counters, files and documents, and a whole operation log', async () => {
  await runRestore(restored, archive, say)
  expect(getText()).toContain('as many as in the archive')
  expect(await readAll(target.test.links.owner)).toEqual(await readAll(server.test.links.owner))
  for (const name of ['files', 'secret.key', 'audit.log'])
    expect(existsSync(join(target.dataDir, name))).toBe(true)
  expect(hashFolder(join(target.dataDir, 'files'))).toEqual(hashFolder(join(server.dataDir, 'files')))
  expect(hashFolder(join(target.dataDir, 'exports')).map(([name]) => name)).toEqual(['/1.xlsx', '/2.xlsx'])
  expect(hashFolder(join(target.dataDir, 'documents'))).toEqual(hashFolder(server.folder))

  const secrets = openSecrets(target.dataDir)
  const checkpoints = await collectCheckpoints(
    secrets,
    (await readLines({ kind: 'file', path: join(target.dataDir, 'audit.log') })) ?? [],
  )
  const verified = await verifyAudit(target.test.db.owner, secrets, checkpoints)
  expect(verified).toEqual({ rows: expect.any(Number), broken: null })
  expect(verified.rows).toBeGreaterThan(0)
  expect(checkpoints.size).toBeGreaterThan(0)

  // Totals are kept for watched tables only.
  const { rows } = await sql<{ count: number }>`select count(*) as count from sys_table_change`.execute(
    target.test.db.owner,
  )
  expect(Number(rows[0]?.count)).toBeGreaterThan(2)
})

it('a place that is not empty is refused', async () => {
  await expect(runRestore(restored, archive, say)).rejects.toThrow(/The database is not empty/)
  await target.empty()
  await expect(runRestore(restored, archive, say)).rejects.toThrow(/The store of files is not empty/)
  expect(await countTables(target.test)).toBe(0)
})

it('a back-up of a place in use is the state of one moment', async () => {
  await emptyTarget()
  await run('delete from sys_captcha')
  let isOver = false
  let added = 0
  const write = async () => {
    for (; !isOver; added++) await server.add({ fname: '忙' })
  }
  const writing = write()
  await vi.waitFor(() => expect(added).toBeGreaterThan(1))
  await backUp('busy.age')
  isOver = true
  await writing
  await runRestore(restored, join(folder, 'busy.age'), say)
  const { rows } = await sql<{ heads: number; items: number; versions: number }>`
    select count(*) as heads, (select count(*) from demo_order_item) as items,
      (select count(*) from sys_data_log where data_table = 'demo_order') as versions from demo_order`.execute(
    target.test.db.owner,
  )
  const heads = Number(rows[0]?.heads)
  expect(rows).toEqual([{ heads, items: heads, versions: heads }])
  const [all] = (
    await sql<{ count: number }>`select count(*) as count from demo_order`.execute(server.test.db.owner)
  ).rows
  expect(heads).toBeLessThan(Number(all?.count))
})

it('records that are saved between two tables are in none of them', async () => {
  const count = async (snapshot: Snapshot, name: string) => {
    const table = snapshot.definition.tables.find((entry) => entry.name === name)
    if (!table) throw new Error(name)
    const { chunks, countRows } = snapshot.readTable(table)
    for await (const _ of chunks);
    return countRows()
  }
  const { owner } = server.test.links
  const [heads, items] = await withSnapshot(owner, async (snapshot) => {
    const first = await count(snapshot, 'demo_order')
    await server.add({ fname: '后来' })
    return [first, await count(snapshot, 'demo_order_item')]
  })
  expect(items).toBe(heads)
})

it('an archive that is cut, changed or opened with another passphrase writes nothing', async () => {
  await emptyTarget()
  const whole = readFileSync(archive)
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1)
  const faulty = {
    'half.age': [whole.subarray(0, whole.length >> 1), /damaged or cut/],
    'end.age': [whole.subarray(0, -1), /damaged or cut/],
    'chunk.age': [whole.subarray(0, 300), /damaged|beginning/],
    'empty.age': [Buffer.alloc(0), /no archive/],
    'changed.age': [changed, /damaged or cut/],
  } as const
  for (const [name, [bytes, fault]] of Object.entries(faulty)) {
    writeFileSync(join(folder, name), bytes)
    await expect(runVerify(source, join(folder, name), say), name).rejects.toThrow(fault)
    await expect(runRestore(restored, join(folder, name), say), name).rejects.toThrow(fault)
  }
  const other = { ...restored, backupPassphrase: 'battery horse correct' }
  await expect(runRestore(other, archive, say)).rejects.toThrow(/The passphrase does not open/)
  expect(await isTargetEmpty()).toBe(true)
})

it('an archive of a newer program is refused with the version that reads it', async () => {
  await run(`insert into sys_migration values ('20990101-0000-later', '2099')`)
  await backUp('newer.age')
  await run(`delete from sys_migration where name = '20990101-0000-later'`)
  await expect(runRestore(restored, join(folder, 'newer.age'), say)).rejects.toThrow(
    /needs its migration 20990101-0000-later.*Install version/,
  )
  expect(await isTargetEmpty()).toBe(true)
})

it('an archive of an older program is restored, then migrated', async () => {
  const name = '20261129-0447-planned-runs'
  await run('alter function sys_plan_run rename to sys_plan_later')
  await run(`delete from sys_migration where name = '${name}'`)
  await backUp('older.age')
  await runRestore(restored, join(folder, 'older.age'), say)
  expect(getText()).toContain(`migrated   ${name}`)
  const { rows } = await sql`select proname from pg_proc where proname like 'sys_plan%' order by 1`.execute(
    target.test.db.owner,
  )
  expect(rows).toEqual([{ proname: 'sys_plan_later' }, { proname: 'sys_plan_run' }])
  await emptyTarget()
})

it('a restore whose rows PostgreSQL refuses, or are not as many as in the archive, leaves the place empty', async () => {
  await emptyTarget()
  const bytes = async function* () {
    yield readFileSync(archive)
  }
  const { header, manifest } = await verifyArchive(bytes(), passphrase)
  const rows = { ...manifest.rows, 'public.demo_order': 3 }
  const place = await buildPlace(restored, target.test.links)
  await expect(
    restore(place, { header, manifest: { ...manifest, rows } }, bytes(), passphrase),
  ).rejects.toThrow(/public.demo_order has 2 rows instead of 3/)
  expect(await countTables(target.test)).toBe(0)
  expect(hashFolder(target.dataDir)).toEqual([])
})

it('another key, missing documents and a file in the way are refused before anything is written', async () => {
  await expect(runRestore({ ...restored, secretKey: '1'.repeat(64) }, archive, say)).rejects.toThrow(
    /SECRET_KEY is not the key/,
  )
  await expect(runRestore(target.config, archive, say)).rejects.toThrow(/set SCHEMAS_DIR/)
  cpSync(join(server.folder, 'demo/order.json'), join(target.dataDir, 'documents/demo/order.json'))
  writeFileSync(join(target.dataDir, 'documents/demo/stock.json'), '{}')
  await expect(runRestore(restored, archive, say)).rejects.toThrow(/stock.json exists already and differs/)
  expect(await countTables(target.test)).toBe(0)
})

it('a back-up names files that the store lost, and replaces no archive', async () => {
  await noteFile(lost)
  await backUp('lost.age')
  expect(getText()).toContain(`did not have: ${lost}`)
  await expect(backUp('lost.age')).rejects.toThrow(/exists already/)
  await expect(runBackup({ ...source, backupPassphrase: undefined }, archive, say)).rejects.toThrow(
    /BACKUP_PASSPHRASE is not set/,
  )
})

it('an archive in a bucket has the files of the bucket and those from before it, and is verified there', async () => {
  const bucket = (name: string) => ({ name, configs: [] })
  const configureBuckets = [bucket('office'), bucket('archives')]
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets })
  const { port } = (await s3.run()) as AddressInfo
  try {
    const inBucket = {
      ...source,
      s3: {
        ...{
          endpoint: `http://127.0.0.1:${port}`,
          publicEndpoint: '',
          region: 'us-east-1',
          bucket: 'office',
        },
        ...{ accessKey: 'S3RVER', secretKey: 'S3RVER' },
      },
    }
    const store = await openFileStore(inBucket)
    const content = async function* () {
      yield Buffer.from('桶里的文件')
    }
    await store.write(`demo/${'c'.repeat(32)}.txt`, content())
    await runBackup(inBucket, 's3://archives/office.age', say, workFactor)
    expect(getText()).toMatch(/whole, verified[\s\S]*files {6}2 /)
    await expect(runBackup(inBucket, 's3://archives/office.age', say, workFactor)).rejects.toThrow(
      /exists already/,
    )
    await expect(runVerify(inBucket, 's3://archives/none.age', say)).rejects.toThrow(/There is no s3/)
  } finally {
    await s3.close()
  }
})

it('an archive names the settings in use, and none that the program does not read', () => {
  const file = join(folder, 'address')
  writeFileSync(file, 'postgres://office@db/office\n')
  const env = { PATH: '/bin', SIGN_UP: '0', S3_BUCKET: 'unused', DATABASE_URL_FILE: file, SCHEMAS_DIR: '' }
  expect(listSettings(env)).toEqual(['DATABASE_URL', 'SIGN_UP'])
})
