import { decodeText } from '#runtime/kernel/text/decode-text.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { type DocumentServices, uniqueKey } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { askRule, refuseRule } from './rule-code.ts'
import { DuplicateQuery, RuleQuery } from './shape.ts'
import { isTaken } from './unique.ts'

const refuse = defineRefusals({ VALUE_TAKEN: '该值不可用，系统中已存在！' })
const refuseParameter = defineRefusals({ UNIQUE_CHECK_UNKNOWN: '参数无效：fieldName' }, 'BAD_PARAMETER')

export type CheckServices = Pick<DocumentServices, 'db' | 'uniqueChecks' | 'tenantTables'>

/** Is this value still free? Only for the pairs that documents registered. */
export const checkRoutes: Plugin<CheckServices> = (app, { db, uniqueChecks, tenantTables }) => {
  app.route({
    method: 'GET',
    url: '/sys/duplicate/check',
    config: { access: 'self' },
    schema: { querystring: DuplicateQuery },
    handler: async ({ query, user }) => {
      const { tableName, fieldName } = query
      const check =
        uniqueChecks.get(uniqueKey(tableName, fieldName)) ??
        // Other clients write a column as a property of theirs, and the table in capitals.
        uniqueChecks.get(uniqueKey(tableName.toLowerCase(), toSnake(fieldName)))
      if (!check?.codes.every((code) => holds(user, code))) throw refuseParameter('UNIQUE_CHECK_UNKNOWN')
      const inTenant = tenantTables.has(check.table) ? (user.tenantId ?? 0) : null
      if (await isTaken(db.app, check, inTenant, query.fieldVal, query.dataId)) {
        throw refuse('VALUE_TAKEN')
      }
      return ok(null, '该值可用！')
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/checkRule/checkByCode',
    config: { access: 'self' },
    schema: { querystring: RuleQuery },
    handler: async ({ query: { ruleCode, value } }) => {
      const failure = await askRule(db.app, ruleCode, decodeText(value))
      if (failure === undefined) throw refuseRule('CHECK_RULE_UNKNOWN')
      if (failure) throw refuseRule('CHECK_RULE_FAILED', { text: failure.message, result: failure })
      return ok(null)
    },
  })
}
