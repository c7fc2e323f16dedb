import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { roleRuleRoutes } from './role-routes.ts'
import { ruleRoutes, rulesCode } from './rule-routes.ts'

/** Data rules: which records of a menu entry the roles that hold it may see and change. */
export const dataRuleModule = defineModule<ReadServices>({
  name: 'data-rule',
  routes: [ruleRoutes, roleRuleRoutes],
  permissions: [
    {
      owner: 'system',
      codes: [{ code: rulesCode, title: '维护数据规则', isForeign: true }],
      listCode: rulesCode,
    },
  ],
})
