import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Migration } from 'kysely'
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

const getLeasePath = (name: string) => join(leases, `${process.pid}-${name}`)

const leasesLeft = (): string[] => {
  if (!existsSync(leases)) return []
  const names = readdirSync(leases)
  for (const name of names)
    if (!isAlive(Number(name.split('-')[0]))) rmSync(join(leases, name), { force: true })
  return readdirSync(leases)
}

type Migrations = Readonly<Record<string, Migration>>

/** A client of `pg`, whose types lack what lets a process end while it is connected. */
type Admin = pg.Client & Record<'ref' | 'unref', () => void>

/** The open connection of this process, which all its test files use: PostgreSQL starts a process for each. */
let opened: Admin | undefined
/** Resolves after the last work: a session gets a lock that it has once more. */
let worked: Promise<unknown> = Promise.resolve()

async function openAdmin(owner: pg.ClientConfig): Promise<Admin> {
  const admin = new pg.Client({ ...owner, database: 'postgres' }) as Admin
  const forget = () => {
    if (opened === admin) opened = undefined
  }
  admin.on('error', forget)
  admin.on('end', forget)
  await admin.connect()
  opened = admin
  return admin
}

/** Work on the database of administrators; the connection does not keep the process running. */
function withAdmin<T>(owner: pg.ClientConfig, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const result = worked.then(async () => {
    const admin = opened ?? (await openAdmin(owner))
    admin.ref()
    try {
      return await work(admin)
    } finally {
      admin.unref()
    }
  })
  worked = result.catch(() => undefined)
  return result
}

/** The connection to a server that this process may stop. */
const closeAdmin = () => opened?.end()

/** What a database contains before its test file starts. */
interface Content {
  /** The migrations of modules. */
  migrations?: Migrations
  /** More content, by a name that only this content has. */
  filled?: { name: string; fill(db: Database): Promise<void> }
}

async function openFilled(links: Links, { migrations = {}, filled }: Content): Promise<Database> {
  const db = await openDatabase(links)
  await migrate(db.owner, migrations)
  await grantRights(db)
  await filled?.fill(db)
  return db
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** The migrated databases of one run of the tests are named after the process of the run; without a run there are none. */
const templates = `tests_${shortHash(hostname())}_`
const run = process.env.VITEST ? process.ppid : undefined

/** Those of runs that have ended: their migrations may be of another version. */
async function dropOldTemplates(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [templates],
  )
  for (const { name } of rows)
    if (!isAlive(Number(name.slice(templates.length).split('_')[0])))
      await admin.query(`drop database if exists ${name} with (force)`)
}

/** Creates a database as a copy of one with the content, which the first test file of a run makes. */
const createCopy = (owner: pg.ClientConfig, name: string, content: Content): Promise<void> =>
  withAdmin(owner, async (admin) => {
    const { migrations = {}, filled } = content
    const template = `${templates}${run}_${shortHash([...Object.keys(migrations), filled?.name].join())}`
    await admin.query('select pg_advisory_lock(hashtext($1))', [templates])
    try {
      const found = await admin.query('select 1 from pg_database where datname = $1', [template])
      if (found.rowCount === 0) {
        await dropOldTemplates(admin)
        const unfinished = `${template}_new`
        const db = await openFilled(await prepareLogins(owner, unfinished), content)
        await db.close()
        await admin.query(`alter database ${unfinished} rename to ${template}`)
      }
    } finally {
      await admin.query('select pg_advisory_unlock(hashtext($1))', [templates])
    }
    // Copying files costs half of logging every page, where nothing is flushed to the disk.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })

/** A server with logins for tests; `leave` drops the database. */
interface TestServer {
  owner: pg.ClientConfig
  leave(): Promise<void>
}

const dropDatabase = (owner: pg.ClientConfig, name: string): Promise<void> =>
  withAdmin(owner, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
  })

const embeddedServer = (name: string): Promise<TestServer> =>
  alone(async () => {
    const server = await startEmbedded(home)
    mkdirSync(leases, { recursive: true })
    writeFileSync(getLeasePath(name), '')
    const owner = { host: server.socketDir, user: ownerRole }
    const leave = () =>
      alone(async () => {
        await dropDatabase(owner, name)
        await closeAdmin()
        rmSync(getLeasePath(name), { force: true })
        if (leasesLeft().length === 0) await server.stop()
        else server.leave()
      })
    return { owner, leave }
  })

/** The server of TEST_DATABASE_URL, whose login may create databases and roles. */
function installedServer(url: string, name: string): TestServer {
  const { hostname: host, port, username, password, searchParams } = new URL(url)
  const socket = searchParams.get('host')
  const owner = {
    ...(socket === null ? { host, port: Number(port || 5432) } : { host: socket }),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
  return { owner, leave: () => dropDatabase(owner, name) }
}

let logins: Promise<Links> | undefined

/** The links to a database that is there, for logins that this process has prepared once: they belong to the server. */
async function linkTo(owner: pg.ClientConfig, database: string): Promise<Links> {
  logins ??= prepareLogins(owner, 'postgres')
  const { app, report } = await logins
  return { owner: { ...owner, database }, app: { ...app, database }, report: { ...report, database } }
}

/** Opens a fresh, migrated database for a test file. Call in beforeAll. */
export async function openTestDatabase(content: Content = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = process.env.TEST_DATABASE_URL
  const { owner, leave } = url ? installedServer(url, name) : await embeddedServer(name)
  if (run) await createCopy(owner, name, content)
  const links = await (run ? linkTo : prepareLogins)(owner, name)
  const db = run ? await openDatabase(links) : await openFilled(links, content)
  return {
    db,
    links,
    close: async () => {
      await db.close()
      await leave()
    },
  }
}

/** The login as a setting names it; its server may listen on a socket of this machine only. */
export const buildDatabaseUrl = ({ user, host, port, database }: pg.ClientConfig): string =>
  `postgres://${user}@localhost/${database}?host=${host}${port === undefined ? '' : `&port=${port}`}`
