import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import type { Application } from '#server/app/compose.ts'
import type { BaseServices } from '#server/app/services.ts'
import { seedDatabase } from '#server/modules/session/seed.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import { baseMigrations, baseRoutes } from '../../../support/base-application.ts'
import { createTestServer } from '../../../support/test-server.ts'

export const passwords = { admin: 'lantern-orchid-7', demo: 'harbour-willow-3' }

export interface Answer {
  status: number
  body: { success: boolean; code: number; message: string; result: unknown }
  headers: Record<string, unknown>
}

export interface TestServer {
  services: BaseServices
  app: FastifyInstance
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    options?: InjectOptions & { token?: string },
  ): Promise<Answer>
  /** Signs in and returns the token. */
  enter(username: string): Promise<string>
  close(): Promise<void>
}

/** The server without documents, on a database of its own, called without a socket. */
export async function createBaseServer(
  settings: Partial<Config> = {},
  routes: readonly Plugin<BaseServices>[] = [],
  log = pino({ level: 'silent' }),
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'office-base-'))
  const env = {
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    ADMIN_PASSWORD: passwords.admin,
    DEMO_PASSWORD: passwords.demo,
  }
  const application: Application<BaseServices> = {
    open: async (base) => base,
    routes: [...baseRoutes, ...routes],
    close: () => undefined,
    jobs: [],
    migrations: baseMigrations,
  }
  const { services, app, close } = await createTestServer({
    application,
    settings: { ...readConfig(env), dataDir, ...settings },
    log,
    seed: async ({ db }, config) => void (await seedDatabase(db, config, () => undefined)),
    startedBefore: { name: 'base' },
  })

  const call: TestServer['call'] = async (method, url, { token, headers, ...rest } = {}) => {
    const reply = await app.inject({
      method,
      url,
      ...rest,
      headers: { ...headers, ...(token !== undefined && { 'x-access-token': token }) },
    })
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  }
  return {
    services,
    app,
    call,
    async enter(username) {
      const password = username === 'admin' ? passwords.admin : passwords.demo
      const { body } = await call('POST', '/sys/login', { payload: { username, password } })
      return (body.result as { token: string }).token
    },
    async close() {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
