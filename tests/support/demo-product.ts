import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '#server/app/application.ts'
import { seedDatabase } from '#server/modules/session/seed.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestServer } from './test-server.ts'

/** Starts the complete product with its demo records and a data folder of its own; `token` is a session of the administrator. */
export async function openDemoProduct() {
  const dataDir = mkdtempSync(join(tmpdir(), 'office-demo-'))
  const env = {
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    ADMIN_PASSWORD: 'lantern-orchid-7',
    DEMO_PASSWORD: 'harbour-willow-3',
  }
  const server = await createTestServer({
    application,
    settings: { ...readConfig(env), dataDir },
    seed: async ({ db }, config) => void (await seedDatabase(db, config, () => undefined)),
  })
  const admin = await server.test.db.app
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const token = await server.services.sessions.open(String(admin.id), { ip: '127.0.0.1', agent: 'test' })
  return {
    ...server,
    token,
    async close() {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
