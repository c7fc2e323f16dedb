import { openPlace } from '../../platform/backup/archive/archive-place.ts'
import { type Contents, verifyArchive } from '../../platform/backup/archive/read-archive.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { checkPlace, restore } from '../../platform/backup/restore.ts'
import type { Config } from '../../platform/config.ts'
import { type Links, openDatabase } from '../../platform/store/database.ts'
import { lockFolder } from '../../platform/store/embedded/lock.ts'
import { compareMigrations, migrate } from '../../platform/store/migrate.ts'
import { grantRights } from '../../platform/store/roles.ts'
import { withLinks } from '../../platform/store/with-links.ts'
import { application } from '../application.ts'
import { buildPlace, readPassphrase, readVersion } from './place.ts'
import { describeContents, formatRows, formatSeconds } from './report.ts'

/** Throws for an archive that a newer program has written: this one cannot run on its tables. */
function checkLevel({ header }: Contents, config: Config): void {
  const [unknown] = compareMigrations(header.migrations, application.migrations).foreign
  if (unknown !== undefined)
    throw new BackupError(
      `The archive is of program ${header.version} and needs its migration ${unknown}, which this program ` +
        `${readVersion(config)} does not have. Install version ${header.version} or newer, and restore with that.`,
    )
}

/** `npm run restore -- --from TARGET`: fills the empty place of the settings, and brings it to the version of this program. */
export async function runRestore(config: Config, target: string, say: (text: string) => void): Promise<void> {
  const start = performance.now()
  const passphrase = readPassphrase(config)
  const archive = await openPlace(config, target)
  // A whole reading first: nothing is written from an archive that is cut.
  const contents = await verifyArchive(await archive.read(), passphrase)
  checkLevel(contents, config)
  const unlock = config.databaseUrl ? () => undefined : await lockFolder(config.dataDir, { maxWaitMs: 0 })
  try {
    await withLinks(
      config,
      () => undefined,
      async (links) => {
        const place = await buildPlace(config, links)
        await checkPlace(place, contents)
        const rows = await restore(place, contents, await archive.read(), passphrase)
        const migrations = await bringUp(links)
        say(`${target}: restored in ${formatSeconds(start)}, ${formatRows(rows)}, as many as in the archive`)
        for (const line of describeContents(contents)) say(line)
        if (migrations.length > 0) say(`  migrated   ${migrations.join(', ')}`)
      },
    )
  } finally {
    unlock()
  }
}

/** Runs the migrations that the archive did not have, and grants the rights of the logins. */
async function bringUp(links: Links): Promise<string[]> {
  const db = await openDatabase(links)
  try {
    const migrations = await migrate(db.owner, application.migrations)
    await grantRights(db)
    return migrations
  } finally {
    await db.close()
  }
}
