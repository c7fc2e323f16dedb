import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fileModule } from '#server/modules/file/module.ts'
import { sweepFiles } from '#server/modules/file/sweep.ts'
import { openDiskStore } from '#server/platform/files/disk-store.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase({ migrations: fileModule.migrations ?? {} })
})
afterAll(() => database?.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'office-files-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await sql`delete from sys_file`.execute(database.db.app)
})

const buildPath = (n: number, biz = 'temp') => `${biz}/${n.toString(16).padStart(32, '0')}.txt`

function write(path: string, hoursAgo: number): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'x')
  const time = Date.now() / 1000 - hoursAgo * 3600
  utimesSync(file, time, time)
  return file
}

/** Creates files with rows, like uploads do. */
async function store(count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, n) => buildPath(n + 1))
  await sql`insert into sys_file (path, original_name, size, type)
    select path, 'a.txt', 1, 'text/plain' from unnest(${paths}::text[]) path`.execute(database.db.app)
  return paths.map((path) => write(path, 1000))
}

const sweep = () => sweepFiles(database.db.app, openDiskStore(folder))

describe('the file sweep', () => {
  it('removes old partial files and old files without a row, and no others', async () => {
    const stored = await store(1050)
    const foreign = [write('temp/readme.txt', 1000), write('Other/a.txt', 1000)]
    const fresh = [write(`${buildPath(5000)}.part`, 0.9), write(buildPath(5001), 23)]
    const old = [
      write(`${buildPath(6000)}.part`, 1.1),
      write(buildPath(6001), 25),
      write(buildPath(6002, 'cover'), 1000),
    ]
    expect(await sweep()).toEqual({ parts: 1, nameless: 2, suspicious: 0, missing: [] })
    expect(old.filter(existsSync)).toEqual([])
    expect([...stored, ...foreign, ...fresh].every(existsSync)).toBe(true)
  })

  it('keeps files without a row when their number suggests another database', async () => {
    await store(19)
    const nameless = [write(buildPath(100), 1000), write(buildPath(101), 1000)]
    const part = write(`${buildPath(102)}.part`, 1000)
    expect(await sweep()).toEqual({ parts: 1, nameless: 0, suspicious: 2, missing: [] })
    expect([...nameless, part].map(existsSync)).toEqual([true, true, false])
  })

  it('looks for several files at once, because a bucket answers after milliseconds', async () => {
    await store(40)
    const disk = openDiskStore(folder)
    let [open, most] = [0, 0]
    const size = async (path: string) => {
      open += 1
      most = Math.max(most, open)
      await new Promise(setImmediate)
      open -= 1
      return disk.size(path)
    }
    expect((await sweepFiles(database.db.app, { ...disk, size })).missing).toEqual([])
    expect(most).toBe(16)
  })

  it('reports rows whose file is missing and keeps them', async () => {
    const [first, second] = await store(1050)
    for (const file of [first, second]) rmSync(file ?? '')
    expect((await sweep()).missing).toEqual([buildPath(1), buildPath(2)])
    expect((await sweep()).missing).toEqual([buildPath(1), buildPath(2)])
  })

  it('does nothing before the first upload', async () => {
    expect(await sweepFiles(database.db.app, openDiskStore(join(folder, 'none')))).toEqual({
      parts: 0,
      nameless: 0,
      suspicious: 0,
      missing: [],
    })
  })
})
