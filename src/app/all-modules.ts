import { collectModules } from '#client/modules/collect-modules.ts'
import { designerModule } from '#designer/module.ts'
import { apiKeyModule } from '#views/api-key/module.ts'
import { dataLogModule } from '#views/data-log/module.ts'
import { departModule } from '#views/depart/module.ts'
import { ossModule } from '#views/oss/module.ts'
import { menuActionsModule } from '#views/permission/menu-actions-module.ts'
import { roleModule } from '#views/role/module.ts'
import { viewAsModule } from '#views/view-as/module.ts'
import { workflowModule } from '#views/workflow/module.ts'
import { firstModules } from './first-modules.ts'

/**
 * What all modules add, loaded with the first action view. The names that documents may use are generated from it
 * (scripts/generate.ts).
 */
export const allParts = collectModules([
  ...firstModules,
  apiKeyModule,
  dataLogModule,
  departModule,
  designerModule,
  menuActionsModule,
  ossModule,
  roleModule,
  viewAsModule,
  workflowModule,
])
