import type { ClientModule } from '#client/modules/client-module.ts'
import { accountModule } from '#views/account/module.ts'
import { catalogueModule } from '#views/catalogue/module.ts'
import { logModule } from '#views/log/module.ts'
import { permissionModule } from '#views/permission/module.ts'
import { apiDocsModule } from './api-docs/module.ts'
import { homeModule } from './home/module.ts'
import { inboxModule } from './inbox/module.ts'
import { messagesModule } from './shell/messages/module.ts'
import { widgetsModule } from './widgets/module.ts'

/** The modules that menus and lists need. A module that only adds action views is in `all-modules.ts`. */
export const firstModules: readonly ClientModule[] = [
  accountModule,
  apiDocsModule,
  catalogueModule,
  homeModule,
  inboxModule,
  logModule,
  messagesModule,
  permissionModule,
  widgetsModule,
]
