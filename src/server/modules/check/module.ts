import { addressHandlers } from '#runtime/rules/addresses.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'
import { defineModule } from '../define-module.ts'
import { checkRuleHook } from './admin/hooks.ts'
import { type CheckRuleServices, checkRuleRoutes } from './admin/routes.ts'
import { type CheckServices, checkRoutes } from './routes.ts'

/** What the checks accept, for designers who choose them; the browser runs the same checks without these texts. */
const descriptions = {
  creditCode: '统一社会信用代码：18 位，核对末位；空的不校验',
  isbn: '书号：10 位或 13 位 ISBN，可带连字符和空格，核对末位；空的不校验',
  page: '网址或界面：http、https 网址，以 / 开头的本系统地址，或界面的编号；javascript:、mailto: 等拒绝；空的不校验',
} as const

/** Checks of values: the named ones, rules by code, which administrators maintain, and uniqueness. */
export const checkModule = defineModule<CheckServices & CheckRuleServices>({
  name: 'check',
  routes: [checkRoutes, checkRuleRoutes],
  hooks: [checkRuleHook],
  handlers: [...numberHandlers, ...addressHandlers].map(([name, handler]) => [
    name,
    handler,
    descriptions[name],
  ]),
})
