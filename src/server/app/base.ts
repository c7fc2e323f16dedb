import type { Logger } from 'pino'
import { registerOutbox } from '../modules/account/numbers.ts'
import { outboxSender } from '../modules/account/sender.ts'
import { createHandlersOver } from '../modules/check/handlers.ts'
import { openDictionaries } from '../modules/dict/dictionaries.ts'
import { createUploadBudget } from '../modules/file/budget.ts'
import { fileFolder } from '../modules/file/store.ts'
import { openPermissions } from '../modules/permission/permissions.ts'
import { openSessions } from '../modules/session/sessions.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/store/database.ts'
import { Totals } from '../records/totals.ts'
import type { BaseServices } from './services.ts'

/** Creates the services that need no documents, on a migrated database. */
export async function openBase(config: Config, log: Logger, db: Database): Promise<BaseServices> {
  const permissions = await openPermissions(db)
  await registerOutbox(permissions)
  return {
    config,
    log,
    db,
    sessions: await openSessions(db, config),
    permissions,
    dictionaries: await openDictionaries(db),
    uniqueChecks: new Map(),
    handlers: createHandlersOver(db.app),
    sender: outboxSender(db.app),
    uploads: createUploadBudget(db.app, config, fileFolder(config)),
    totals: new Totals(db.app),
  }
}
