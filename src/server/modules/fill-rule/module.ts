import { defineModule } from '../define-module.ts'
import { fillRuleHook } from './hook.ts'
import { fillRules } from './migration.ts'
import { type FillRuleServices, fillRuleRoutes } from './routes.ts'

/** The code rules that administrators maintain; fields name them in `auto`, and clients take numbers from them. */
export const fillRuleModule = defineModule<FillRuleServices>({
  name: 'fill-rule',
  routes: [fillRuleRoutes],
  hooks: [fillRuleHook],
  migrations: { '20261123-0606-fill-rules': fillRules },
})
