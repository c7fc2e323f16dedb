import { BackupError } from '../../platform/backup/backup-error.ts'
import { moveDatabase } from '../../platform/backup/move-database.ts'
import type { Config } from '../../platform/config.ts'
import { lockFolder } from '../../platform/store/embedded/lock.ts'
import { withLinks } from '../../platform/store/with-links.ts'
import { formatCount, formatRows, formatSeconds } from './report.ts'

/**
 * `npm run move -- --to DATABASE_URL`: copies the embedded database into an empty PostgreSQL. The server has to be stopped,
 * because later saves would stay behind.
 */
export async function runMove(config: Config, target: string, say: (text: string) => void): Promise<void> {
  const start = performance.now()
  if (config.databaseUrl)
    throw new BackupError('DATABASE_URL is set already. Run this with the settings of the embedded database.')
  if (!/^postgres(ql)?:\/\//.test(target))
    throw new BackupError('--to has to be an address of the form postgres://user:password@host/database.')
  const unlock = await lockFolder(config.dataDir, { maxWaitMs: 0 })
  try {
    const owner = { connectionString: target }
    const rows = await withLinks(
      config,
      () => undefined,
      (links) => moveDatabase(links.owner, owner),
    )
    for (const [name, count] of rows) if (count > 0) say(`  ${name}: ${formatCount(count)} rows in both`)
    say(`Moved in ${formatSeconds(start)}: ${formatRows(rows)}, the same counts in both.`)
    say(
      'Now set DATABASE_URL (and DATABASE_OWNER_URL) and start. Keep DATA_DIR: the files and secret.key stay in it.',
    )
    say(
      `The embedded database in ${config.dataDir}/pg is unchanged; remove it when the new one is backed up.`,
    )
  } finally {
    unlock()
  }
}
