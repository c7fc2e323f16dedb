import { readFileSync } from 'node:fs'
import { collectMigrations } from '#server/app/collect.ts'
import type { BaseServices } from '#server/app/services.ts'
import type { DocumentRegistry } from '#server/documents/library/registry.ts'
import { absentModule } from '#server/modules/absent/module.ts'
import { accountModule } from '#server/modules/account/module.ts'
import { categoryRoutes } from '#server/modules/category/routes.ts'
import { checkRoutes } from '#server/modules/check/routes.ts'
import type { Module } from '#server/modules/define-module.ts'
import { dictModule } from '#server/modules/dict/module.ts'
import { dictRoutes } from '#server/modules/dict/routes.ts'
import { docsModule } from '#server/modules/docs/module.ts'
import { failureModule } from '#server/modules/failure/module.ts'
import { fileModule } from '#server/modules/file/module.ts'
import { maintenanceModule } from '#server/modules/maintenance/module.ts'
import { outboxModule } from '#server/modules/outbox/module.ts'
import { menuRoutes } from '#server/modules/permission/menu-routes.ts'
import { permissionModule } from '#server/modules/permission/module.ts'
import { permissionRoutes } from '#server/modules/permission/routes.ts'
import { sessionModule } from '#server/modules/session/module.ts'
import { settingModule } from '#server/modules/setting/module.ts'
import { userModule } from '#server/modules/user/module.ts'
import { workflowModule } from '#server/modules/workflow/module.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import type { ReadServices } from '#server/records/services.ts'

type BaseWithScreens = BaseServices & Pick<ReadServices, 'documents'>

const modules: readonly Module<BaseWithScreens>[] = [
  sessionModule,
  accountModule,
  settingModule,
  outboxModule,
  fileModule,
  failureModule,
  absentModule,
  maintenanceModule,
  docsModule,
]

/** The shipped screens as they are written, for routes that only ask which of their records a user may see. */
const documents = {
  screen: (id: string) => ({
    document: JSON.parse(readFileSync(`schemas/${id}.json`, 'utf8')),
    documentHash: id,
  }),
  entries: () => [],
} as unknown as DocumentRegistry

/** The routes that serve no document. */
export const baseRoutes: readonly Plugin<BaseServices>[] = [
  (app, services) => {
    // Tests replace parts of the services that they have.
    for (const routes of modules.flatMap((module) => module.routes ?? []))
      routes(app, Object.assign(Object.create(services), { documents }))
  },
  permissionRoutes,
  menuRoutes,
  dictRoutes,
  categoryRoutes,
  checkRoutes,
]

/** The migrations of the tables that these routes use. */
export const baseMigrations = collectMigrations([
  ...modules,
  permissionModule,
  dictModule,
  userModule,
  workflowModule,
])
