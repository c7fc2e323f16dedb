import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { seedDatabase } from '../modules/session/seed.ts'
import { tryDated } from '../modules/then/dates.ts'
import type { Config } from '../platform/config.ts'
import { createApp } from '../platform/http/app.ts'
import type { SessionUser } from '../platform/http/requests/user.ts'
import { addSockets } from '../platform/live/sockets.ts'
import type { Trx } from '../platform/store/database.ts'
import { openTrialDatabase } from '../platform/store/trial-database.ts'
import { makeTemporaryFolder } from '../platform/temporary-folder.ts'
import { openClient } from '../trial/client.ts'
import { type TrialResult, tryDocuments } from '../trial/documents.ts'
import { selectFiles } from '../trial/select-files.ts'
import { openBase } from './base.ts'
import type { Application } from './compose.ts'
import type { Services } from './services.ts'

/** The user of a trial holds every code. */
export const trialUser: SessionUser = {
  id: 'trial',
  username: 'admin',
  realname: '试运行',
  orgCode: 'A01',
  roles: [],
  isAdmin: true,
  codes: new Set(),
  grants: new Set(),
  mustChange: false,
}

interface Trial {
  /** The documents to try; null: all. */
  ids: readonly string[] | null
  /** Whether only the documents that these need are served, which is faster: the tables of the others must be there. */
  isAlone?: boolean
  user?: SessionUser
}

/**
 * Starts a server that lives in the transaction only, with a folder of files of its own, and tries the documents on it as
 * their users would: by requests. The caller rolls the transaction back; nothing else remains of the trial.
 */
export async function tryInTransaction(
  application: Application<Services>,
  config: Config,
  trx: Trx,
  { ids, isAlone = false, user = trialUser }: Trial,
): Promise<TrialResult> {
  const dataDir = await makeTemporaryFolder()
  const settings: Config = {
    ...config,
    dataDir,
    demo: false,
    bench: false,
    rateLimit: 0,
    maxLoopDelay: 0,
    monitorInterval: 0,
  }
  const db = openTrialDatabase(trx)
  const log = pino({ level: 'silent' })
  try {
    await seedDatabase(db, settings, () => undefined)
    const base = await openBase(settings, log, db)
    const find = async () => ({ user: { ...user, isAdmin: true, mustChange: false }, session: 'trial' })
    const services = await application.open({
      ...base,
      // The user holds every code, so neither codes nor menu entries are needed.
      permissions: { ...base.permissions, register: async () => undefined, retire: async () => undefined },
      ...(ids && isAlone && { selectFiles: (all) => selectFiles(all, ids) }),
      sessions: { ...base.sessions, find, isKnown: () => true },
    })
    services.stopWatching()
    const { listen, over } = openClient()
    const app = createApp(services, {
      plugins: application.routes,
      extend(instance) {
        addSockets(instance, services)
        listen(instance)
      },
    })
    try {
      await app.ready()
      const client = over(app)
      return await tryDocuments(
        { ...services, user, client, tryDated: (screen, id) => tryDated(services, screen, id) },
        ids,
      )
    } finally {
      await app.close()
      await application.close(services)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
