import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Migration } from 'kysely'
import type { Logger } from 'pino'
import { compareClocks } from '../platform/store/clock.ts'
import type { Database } from '../platform/store/database.ts'
import { giveSign, type Instance, unregister } from '../platform/store/instances.ts'
import { migrate, OutdatedError, readMigrationDifference } from '../platform/store/migrate.ts'

/** Milliseconds between two signs of life. */
const BEAT_MS = 15_000

interface Parts {
  db: Database
  log: Logger
  migrations: Readonly<Record<string, Migration>>
}

export interface Membership {
  /** Resolves when a newer version has removed something that this one uses. */
  outdated: Promise<OutdatedError>
  /** Ends the signs of life, and leaves the list. */
  leave(): Promise<void>
}

/**
 * Migrates the database, joins the list of its instances, gives signs of life, and compares the clocks. Contracting
 * migrations that wait run after the last instance of the version before has ended.
 */
export async function joinInstances({ db, log, migrations }: Parts, port: number): Promise<Membership> {
  const self: Instance = { id: randomUUID(), server: `${hostname()}:${port}`.slice(0, 100) }
  let waiting = 0
  const bringUp = async () => {
    const ran = await migrate(db.owner, migrations, self)
    waiting = (await readMigrationDifference(db.owner, migrations))?.missing.length ?? 0
    if (ran.length > 0) log.info({ migrations: ran, waiting }, 'the database was migrated')
  }
  let offset = 0
  const setClock = async () => {
    const former = offset
    offset = await compareClocks(db.app)
    if (offset !== 0 && former === 0)
      log.warn({ milliseconds: offset }, 'the clock of this machine differs from that of the database')
  }
  await bringUp()
  await setClock()

  let resolveOutdated: (error: OutdatedError) => void
  const outdated = new Promise<OutdatedError>((resolve) => {
    resolveOutdated = resolve
  })
  const beat = async () => {
    try {
      await setClock()
      if (!(await giveSign(db.app, self)) || waiting > 0) await bringUp()
    } catch (error) {
      if (error instanceof OutdatedError) resolveOutdated(error)
      else log.warn({ err: error }, 'a sign of life of this instance could not be stored')
    }
  }
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, BEAT_MS).unref()
  return {
    outdated,
    async leave() {
      clearInterval(timer)
      await beating
      await unregister(db.app, self)
    },
  }
}
