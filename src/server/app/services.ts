import type { Logger } from 'pino'
import type { DocumentRegistry } from '../documents/registry.ts'
import type { Sender } from '../modules/account/sender.ts'
import type { HandlersOver } from '../modules/check/handlers.ts'
import type { UniqueChecks } from '../modules/check/unique.ts'
import type { Dictionaries } from '../modules/dict/dictionaries.ts'
import type { UploadBudget } from '../modules/file/budget.ts'
import type { Permissions } from '../modules/permission/permissions.ts'
import type { Sessions } from '../modules/session/sessions.ts'
import type { Config } from '../platform/config.ts'
import type { Live } from '../platform/live/live.ts'
import type { Database } from '../platform/store/database.ts'
import type { Totals } from '../records/totals.ts'

/** The services that need no documents. */
export interface BaseServices {
  config: Config
  log: Logger
  db: Database
  sessions: Sessions
  permissions: Permissions
  dictionaries: Dictionaries
  uniqueChecks: UniqueChecks
  handlers: HandlersOver
  sender: Sender
  uploads: UploadBudget
  totals: Totals
}

/** Everything that a route may use; passed to each plugin, never imported as a global. */
export interface Services extends BaseServices {
  documents: DocumentRegistry
  live: Live
}
