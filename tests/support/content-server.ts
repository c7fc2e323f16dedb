import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { openBase } from '#server/app/base.ts'
import { type ContentServices, content } from '#server/app/content.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import { openTestDatabase, type TestDatabase } from '#server/platform/store/test-database.ts'

export interface ContentServer {
  test: TestDatabase
  services: ContentServices
  app: FastifyInstance
  close(): Promise<void>
}

interface Options {
  settings?: Partial<Config>
  routes?: readonly Plugin<ContentServices>[]
  /** Fills the database before the services are opened. */
  seed?(test: TestDatabase): Promise<void>
  /** Runs before the routes are registered. */
  prepare?(test: TestDatabase, services: ContentServices): Promise<void>
}

/** A server with documents on a database of its own, called without a socket: no limits, no demo, no log. */
export async function createContentServer({
  settings,
  routes = content.routes,
  seed,
  prepare,
}: Options): Promise<ContentServer> {
  const test = await openTestDatabase()
  await seed?.(test)
  const env = { RATE_LIMIT: '0', MAX_LOOP_DELAY: '0', DEMO: '0', LOG_LEVEL: 'silent' }
  const base = await openBase({ ...readConfig(env), ...settings }, pino({ level: 'silent' }), test.db)
  const services = await content.open(base)
  await prepare?.(test, services)
  const app = createApp(services, {
    plugins: routes,
    extend: (instance) => content.extend?.(instance, services),
  })
  await app.ready()
  return {
    test,
    services,
    app,
    async close() {
      await content.close(services)
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
  { sessions }: ContentServices,
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
