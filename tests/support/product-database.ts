import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '#server/app/application.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/store/database.ts'
import { startEmbedded } from '#server/platform/store/embedded/embedded.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { grantRights, prepareEmbedded } from '#server/platform/store/roles.ts'

/** A running embedded database of the product in a data folder of its own, for commands that run beside it. */
export interface ProductDatabase {
  dataDir: string
  config: Config
  db: Database
  close(): Promise<void>
}

export async function openProductDatabase(): Promise<ProductDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'office-command-'))
  // The database account needs access to the folder.
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded(dataDir)
  const db = await openDatabase(await prepareEmbedded(embedded.socketDir))
  await migrate(db.owner, application.migrations)
  await grantRights(db)
  return {
    dataDir,
    config: { ...readConfig({}), dataDir },
    db,
    async close() {
      await db.close()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
