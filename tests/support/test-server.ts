import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { openBase } from '#server/app/base.ts'
import type { Application } from '#server/app/compose.ts'
import { composeApp } from '#server/app/compose.ts'
import { modules } from '#server/app/modules.ts'
import type { BaseServices, Services } from '#server/app/services.ts'
import type { Module } from '#server/modules/define-module.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/store/database.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestInstance<S extends BaseServices> {
  test: TestDatabase
  services: S
  app: FastifyInstance
  application: Application<S>
  /** Opens a second server on the same database; it is closed by its own `close`, before this one. */
  openAnother(): Promise<Pick<TestInstance<S>, 'services' | 'app' | 'close'>>
  close(): Promise<void>
}

interface Options<S extends BaseServices> {
  /** The parts of the server, for example `application` of all installed modules. */
  application: Application<S>
  /** The modules of the application: the installed ones unless given. */
  installed?: readonly Module<Services>[]
  settings?: Partial<Config>
  log?: Logger
  /** Fills the database before the services are opened. */
  seed?(test: Pick<TestDatabase, 'db'>, config: Config): Promise<void>
  /**
   * A name of the parts and settings above, where several test files use the same: the server then starts a second time,
   * on a copy of the database after its first start, which has other `settings` where these are given.
   */
  startedBefore?: { name: string; settings?: Partial<Config> }
  /** Runs before the routes are registered. */
  prepare?(test: TestDatabase, services: S): Promise<void>
}

/**
 * A server on a database of its own, called without a socket: no limits, no demo and no log unless the options say
 * otherwise. The one set-up of servers in the tests; only `startServer` itself is tested without it.
 */
export async function createTestServer<S extends BaseServices>({
  application,
  installed = modules,
  settings,
  log = pino({ level: 'silent' }),
  seed,
  startedBefore,
  prepare,
}: Options<S>): Promise<TestInstance<S>> {
  const env = { RATE_LIMIT: '0', MAX_LOOP_DELAY: '0', MONITOR_INTERVAL: '0', DEMO: '0', LOG_LEVEL: 'silent' }
  const config = { ...readConfig(env), ...settings }
  // What the first start has written is read by all others.
  if (startedBefore) config.secretKey = '5e'.repeat(32)
  const open = async (db: Database, config: Config) =>
    application.open(await openBase(config, log, db, installed))
  const fill = async (db: Database) => {
    await seed?.({ db }, config)
    if (startedBefore) await application.close(await open(db, { ...config, ...startedBefore.settings }))
  }
  const { migrations } = application
  const filled = startedBefore && { name: startedBefore.name, fill }
  const test = await openTestDatabase({ migrations, ...(filled && { filled }) })
  if (!filled) await fill(test.db)
  const services = await open(test.db, config)
  await prepare?.(test, services)
  const serve = async (opened: S) => {
    const app = composeApp(opened, application)
    await app.ready()
    const close = async () => {
      await application.close(opened)
      await app.close()
    }
    return { services: opened, app, close }
  }
  const served = await serve(services)
  return {
    test,
    services,
    app: served.app,
    application,
    async openAnother() {
      const db = await openDatabase(test.links)
      const another = await serve(await open(db, config))
      const close = async () => {
        await another.close()
        await db.close()
      }
      return { ...another, close }
    },
    async close() {
      await served.close()
      await test.close()
    },
  }
}

export interface PersonSetup {
  org: string
  /** Permission codes that are granted to a role with the user's name. */
  codes: readonly string[]
  realname?: string
}

/**
 * Adds users, each with a role and a session, `admin` as an administrator; returns their tokens by name. One statement for
 * each table: nearly all test files add people.
 */
export async function addPeople(
  { db }: TestDatabase,
  { sessions }: Services,
  people: Readonly<Record<string, PersonSetup>>,
): Promise<Map<string, string>> {
  const setups = Object.entries(people)
  const names = setups.map(([name]) => name)
  await sql`
    insert into sys_user (id, username, realname, password, org_code)
    select name, name, realname, '-', org from unnest(
      ${names}::text[], ${setups.map(([name, { realname = name }]) => realname)}::text[],
      ${setups.map(([, { org }]) => org)}::text[]) as n(name, realname, org)`.execute(db.app)
  await sql`
    insert into sys_role (id, role_code, role_name)
    select name, name, name from unnest(${names}::text[]) as n(name)`.execute(db.app)
  // The role of administrators only shows who they are.
  await sql`
    insert into sys_administrator (user_id, create_by)
    select name, 'test' from unnest(${names}::text[]) as n(name) where name = 'admin'`.execute(db.app)
  await sql`
    insert into sys_user_role (user_id, role_id)
    select name, name from unnest(${names}::text[]) as n(name) where name <> 'admin'`.execute(db.app)
  const grants = setups.flatMap(([name, { codes }]) => codes.map((code) => ({ name, code })))
  await sql`
    insert into sys_role_permission (role_id, permission_id)
    select name, code from unnest(${grants.map(({ name }) => name)}::text[],
      ${grants.map(({ code }) => code)}::text[]) as n(name, code)`.execute(db.app)
  const tokens = new Map<string, string>()
  for (const name of names) tokens.set(name, await sessions.open(name, { ip: '127.0.0.1', agent: 'test' }))
  return tokens
}
