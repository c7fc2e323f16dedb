import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Application, createApplication } from '#server/app/application.ts'
import { openBase } from '#server/app/base.ts'
import { modules } from '#server/app/modules.ts'
import type { Services } from '#server/app/services.ts'
import type { Module } from '#server/modules/define-module.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { createApp } from '#server/platform/http/app.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { openTestDatabase, type TestDatabase } from '#server/platform/store/test-database.ts'

export interface ContentServer {
  test: TestDatabase
  services: Services
  app: FastifyInstance
  application: Application<Services>
  close(): Promise<void>
}

interface Options {
  settings?: Partial<Config>
  /** Modules besides the installed ones. */
  added?: readonly Module<Services>[]
  /** Fills the database before the services are opened. */
  seed?(test: TestDatabase): Promise<void>
  /** Runs before the routes are registered. */
  prepare?(test: TestDatabase, services: Services): Promise<void>
}

/** A server with documents on a database of its own, called without a socket: no limits, no demo, no log. */
export async function createContentServer({
  settings,
  added = [],
  seed,
  prepare,
}: Options): Promise<ContentServer> {
  const test = await openTestDatabase()
  const installed = [...modules, ...added]
  const application = createApplication(installed)
  await migrate(test.db.owner, application.migrations)
  await seed?.(test)
  const env = { RATE_LIMIT: '0', MAX_LOOP_DELAY: '0', DEMO: '0', LOG_LEVEL: 'silent' }
  const base = await openBase(
    { ...readConfig(env), ...settings },
    pino({ level: 'silent' }),
    test.db,
    installed,
  )
  const services = await application.open(base)
  await prepare?.(test, services)
  const app = createApp(services, {
    plugins: application.routes,
    extend: (instance) => application.extend?.(instance, services),
  })
  await app.ready()
  return {
    test,
    services,
    app,
    application,
    async close() {
      await application.close(services)
      await app.close()
      await test.close()
    },
  }
}

export interface PersonSetup {
  org: string
  /** Permissions that a role of the person's name is granted. */
  codes: readonly string[]
  realname?: string
}

/** Adds people, each with a role and a session; the answer is their tokens by name. */
export async function addPeople(
  { db }: TestDatabase,
  { sessions }: Services,
  people: Readonly<Record<string, PersonSetup>>,
): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  for (const [name, { org, codes, realname = name }] of Object.entries(people)) {
    await db.app
      .insertInto('sys_user')
      .values({ id: name, username: name, realname, password: '-', org_code: org })
      .execute()
    await db.app.insertInto('sys_role').values({ id: name, role_code: name, role_name: name }).execute()
    await db.app.insertInto('sys_user_role').values({ user_id: name, role_id: name }).execute()
    for (const code of codes)
      await db.app.insertInto('sys_role_permission').values({ role_id: name, permission_id: code }).execute()
    tokens.set(name, await sessions.open(name, { ip: '127.0.0.1', agent: 'test' }))
  }
  return tokens
}
