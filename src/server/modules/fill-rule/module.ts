import type { RecordRouteServices } from '../../records/record-routes.ts'
import { defineModule } from '../define-module.ts'
import { fillRuleHook } from './hook.ts'
import { fillRules } from './migration.ts'
import { fillRuleRoutes } from './routes.ts'

/** The code rules that administrators maintain; fields name them in `auto`, and clients take numbers from them. */
export const fillRuleModule = defineModule<RecordRouteServices>({
  name: 'fill-rule',
  routes: [fillRuleRoutes],
  hooks: [fillRuleHook],
  migrations: { '034-fill-rules': fillRules },
})
