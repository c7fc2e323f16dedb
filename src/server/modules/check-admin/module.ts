import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { FailedStep } from '#runtime/rules/check-rule.ts'
import { ruleUsesRoute } from '../../documents/rule-uses-route.ts'
import { ok } from '../../platform/http/envelope.ts'
import { type ExportServices, exportRoute } from '../../records/excel/export-route.ts'
import { aliasList, documentOf } from '../../records/list-route.ts'
import { aliasRecords } from '../../records/record-routes.ts'
import type { RecordServices } from '../../records/services.ts'
import { askRule, refuseRule } from '../check/interface.ts'
import { defineModule } from '../define-module.ts'
import { checkedFields, checkRuleHook } from './hooks.ts'

const documentId = 'system/check-rule'
const place = '/sys/checkRule'

const TestBody = Type.Object({
  ruleCode: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])),
})
type TestBody = Type.Static<typeof TestBody>

/** The message of the failed step, and the part of the value that it checked. */
const failedText = ({ message, checkValue, beginIndex, endIndex }: FailedStep): string =>
  `${message}（第 ${beginIndex + 1} ${endIndex > beginIndex + 1 ? `到 ${endIndex} ` : ''}位：「${checkValue}」）`

function checkRuleRoutes(app: FastifyInstance, services: RecordServices & ExportServices): void {
  const { entry, access } = documentOf(services, documentId)
  aliasList(app, services, `${place}/list`, documentId)
  aliasRecords(app, services, place, documentId)
  exportRoute(app, services, place, entry)

  app.post<{ Body: TestBody }>(
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

/** The rules by code that administrators maintain and try out. */
export const checkAdminModule = defineModule<RecordServices & ExportServices>({
  name: 'check-admin',
  routes: [checkRuleRoutes],
  hooks: [checkRuleHook],
})
