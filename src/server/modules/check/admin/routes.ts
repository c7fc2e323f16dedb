import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { FailedStep } from '#runtime/rules/check-rule.ts'
import { ruleUsesRoute } from '../../../documents/access/rule-uses-route.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { exportRoute } from '../../../records/excel/export/export-route.ts'
import { type ImportRouteServices, importRoutesAt } from '../../../records/excel/import-route.ts'
import { aliasList, bindDocument } from '../../../records/list/list-route.ts'
import { aliasRecords, type RecordRouteServices } from '../../../records/record-routes.ts'
import { askRule, refuseRule } from '../rule-code.ts'
import { checkedFields } from './hooks.ts'

const documentId = 'system/check-rule'
const place = '/sys/checkRule'

const TestBody = Type.Object({
  ruleCode: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
})

/** The message of the failed step, and the part of the value that it checked. */
const failedText = ({ message, checkValue, beginIndex, endIndex }: FailedStep): string =>
  `${message}（第 ${beginIndex + 1} ${endIndex > beginIndex + 1 ? `到 ${endIndex} ` : ''}位：「${checkValue}」）`

export type CheckRuleServices = RecordRouteServices & ImportRouteServices

/** The rules by code that administrators maintain and try out. */
export function checkRuleRoutes(app: FastifyInstance, services: CheckRuleServices): void {
  const { entry, access } = bindDocument(services, documentId)
  aliasList(app, services, `${place}/list`, documentId)
  aliasRecords(app, services, place, documentId)
  exportRoute(app, services, place, entry)
  importRoutesAt(app, services, place, entry)

  app.post(
    `${place}/test`,
    { config: { access }, schema: { body: TestBody } },
    async ({ body: { ruleCode, value } }) => {
      const failure = await askRule(services.db.app, ruleCode, value ?? '')
      if (failure === undefined) throw refuseRule('CHECK_RULE_UNKNOWN')
      if (failure) throw refuseRule('CHECK_RULE_FAILED', { text: failedText(failure), result: failure })
      return ok(null, '该值符合规则！')
    },
  )
  ruleUsesRoute(app, `${place}/uses`, access, (ruleCode) => checkedFields(services.db.app, ruleCode))
}
