import type { Logger } from 'pino'
import { createHandlers } from '#runtime/rules/handlers.ts'
import { FieldRules } from '../documents/access/field-rules.ts'
import type { DocumentBounds, TenantTables } from '../documents/services.ts'
import { createHandlerEnvs } from '../modules/check/handlers.ts'
import type { Module } from '../modules/define-module.ts'
import { openDictionaries } from '../modules/dict/dictionaries.ts'
import { createUploadBudget } from '../modules/file/budget.ts'
import { openSender } from '../modules/outbox/outbox.ts'
import { openPermissions } from '../modules/permission/permissions.ts'
import { openSessions } from '../modules/session/sessions/sessions.ts'
import { openSettings } from '../modules/setting/settings.ts'
import type { Config } from '../platform/config.ts'
import { openFileStore } from '../platform/files/open.ts'
import { openSecrets } from '../platform/secrets.ts'
import type { Database } from '../platform/store/database.ts'
import { Totals } from '../records/query/totals.ts'
import { collectNames } from './collect.ts'
import { modules } from './modules.ts'
import type { BaseServices, Services } from './services.ts'

/** Opens the services that need no document, on a migrated database. */
export async function openBase(
  config: Config,
  log: Logger,
  db: Database,
  installed: readonly Module<Services>[] = modules,
): Promise<BaseServices> {
  const permissions = await openPermissions(db)
  await permissions.register(...installed.flatMap((module) => module.permissions ?? []))
  const tenantTables: TenantTables = new Set()
  const rowBounds: DocumentBounds = new Map()
  const fieldRules = new FieldRules()
  const secrets = openSecrets(config.dataDir, config.secretKey)
  const settings = openSettings(db, secrets)
  const files = await openFileStore(config)
  const handlers = createHandlers(...installed.flatMap((module) => module.handlers ?? []))
  return {
    config,
    log,
    db,
    secrets,
    files,
    settings,
    sessions: await openSessions(db, config, rowBounds, fieldRules),
    permissions,
    dictionaries: await openDictionaries(db, tenantTables),
    uniqueChecks: new Map(),
    tenantTables,
    rowBounds,
    fieldRules,
    registeredNames: collectNames(installed),
    routes: [],
    handlers: createHandlerEnvs(db.app, handlers),
    sender: openSender(db, settings, log),
    uploads: createUploadBudget(db.app, config, files),
    totals: new Totals(db.app),
  }
}
