import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, type Links, openDatabase } from '#server/platform/store/database.ts'
import { ownerRole, startEmbedded } from '#server/platform/store/embedded/embedded.ts'
import { isAlive } from '#server/platform/store/embedded/process.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { grantRights, prepareLogins } from '#server/platform/store/roles.ts'

/** A separate database for one test file, migrated and empty. */
export interface TestDatabase {
  db: Database
  links: Links
  /** Drops it; the last test process stops the shared server. */
  close(): Promise<void>
}

const home = join(tmpdir(), `gazetteer-office-tests-${process.getuid?.() ?? 0}`)
const leases = join(home, 'leases')

/** Test files run in separate processes: the shared server is started and stopped by one process at a time. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const lock = join(home, 'lock')
  mkdirSync(home, { recursive: true, mode: 0o711 })
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > 90_000) rmSync(lock, { recursive: true, force: true })
      await sleep(50)
    }
  }
  // A slow process still holds the lock.
  const beat = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), 5000)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(lock, { recursive: true, force: true })
  }
}

const leaseOf = (name: string) => join(leases, `${process.pid}-${name}`)

const leasesLeft = (): string[] => {
  if (!existsSync(leases)) return []
  const names = readdirSync(leases)
  for (const name of names)
    if (!isAlive(Number(name.split('-')[0]))) rmSync(join(leases, name), { force: true })
  return readdirSync(leases)
}

async function embeddedDatabase(name: string): Promise<{ links: Links; leave(): Promise<void> }> {
  return await alone(async () => {
    const server = await startEmbedded(home)
    mkdirSync(leases, { recursive: true })
    writeFileSync(leaseOf(name), '')
    const owner = { host: server.socketDir, user: ownerRole }
    const links = await prepareLogins(owner, name)
    const leave = () =>
      alone(async () => {
        const admin = new pg.Client({ ...owner, database: 'postgres' })
        await admin.connect()
        await admin.query(`drop database if exists ${name} with (force)`)
        await admin.end()
        rmSync(leaseOf(name), { force: true })
        if (leasesLeft().length === 0) await server.stop()
        else server.leave()
      })
    return { links, leave }
  })
}

/** A database on the server of TEST_DATABASE_URL, whose login may create databases and roles. */
async function installedDatabase(
  url: string,
  name: string,
): Promise<{ links: Links; leave(): Promise<void> }> {
  const { hostname, port, username, password } = new URL(url)
  const owner = {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
  const links = await prepareLogins(owner, name)
  const leave = async () => {
    const client = new pg.Client({ ...owner, database: 'postgres' })
    await client.connect()
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }
  return { links, leave }
}

/** Opens a fresh, migrated database for a test file. Call in beforeAll. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = process.env.TEST_DATABASE_URL
  const { links, leave } = url ? await installedDatabase(url, name) : await embeddedDatabase(name)
  const db = await openDatabase(links)
  await migrate(db.owner)
  await grantRights(db)
  return {
    db,
    links,
    close: async () => {
      await db.close()
      await leave()
    },
  }
}
