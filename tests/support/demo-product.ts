import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { application } from '#server/app/application.ts'
import type { Application } from '#server/app/compose.ts'
import type { Services } from '#server/app/services.ts'
import { seedDatabase } from '#server/modules/session/seed.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestServer } from './test-server.ts'

interface Options {
  /** Runs before the routes are registered, for example to list them. */
  extend?: Application<Services>['extend']
  log?: Logger
}

/** Starts the complete product with its demo records and a data folder of its own; `token` is a session of the administrator. */
export async function openDemoProduct({ extend, log }: Options = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'office-demo-'))
  const env = {
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    // It writes while the tests look at what is written.
    MONITOR_INTERVAL: '0',
    ADMIN_PASSWORD: 'lantern-orchid-7',
    DEMO_PASSWORD: 'harbour-willow-3',
  }
  const server = await createTestServer({
    application: {
      ...application,
      extend(app, services) {
        extend?.(app, services)
        application.extend?.(app, services)
      },
    },
    settings: { ...readConfig(env), dataDir },
    seed: async ({ db }, config) => void (await seedDatabase(db, config, () => undefined)),
    startedBefore: { name: 'demo' },
    ...(log && { log }),
  })
  const admin = await server.test.db.app
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const adminId = String(admin.id)
  const token = await server.services.sessions.open(adminId, { ip: '127.0.0.1', agent: 'test' })
  return {
    ...server,
    adminId,
    token,
    async close() {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
