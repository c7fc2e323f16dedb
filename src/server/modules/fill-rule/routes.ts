import type { FastifyInstance } from 'fastify'
import { ruleUsesRoute } from '../../documents/access/rule-uses-route.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { currentTime } from '../../platform/store/clock.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { listRoutes, type RecordRouteServices, recordRoutes } from '../../records/record-routes.ts'
import { readNumberRule } from '../../records/write/number-rule.ts'
import { type NumberContext, takeNumber, upcomingNumbers } from '../../records/write/numbering.ts'
import { numberedFields } from './hook.ts'
import { BatchBody, ExecuteBody, ListedRule, RuleParams } from './shape.ts'

const refuse = defineRefusals({
  FILL_RULE_GAPLESS: '编码规则「{code}」是连续编号，只在保存时取号；要预先取号，请在系统编码规则里改为不连续',
})

export type FillRuleServices = RecordRouteServices & ImportRouteServices

const UPCOMING = 5

const buildContext = ({ orgCode, tenantId = 0 }: SessionUser): NumberContext => ({
  now: currentTime(),
  orgCode,
  tenantId,
})

/** Code rules under the addresses of the contract: their records, the numbers that they make, and the fields that use them. */
export function fillRuleRoutes(app: FastifyInstance, services: FillRuleServices): void {
  const { db } = services
  const { entry, access } = bindDocument(services, 'system/fill-rule')
  const place = '/sys/fillRule'
  listRoutes(app, services, { place, readEntry: entry })
  recordRoutes(app, services, { place, readEntry: entry })
  importRoutesAt(app, services, place, entry)

  const upcoming = async (user: SessionUser, ruleCode: string, count: number): Promise<string[]> =>
    upcomingNumbers(db.app, await readNumberRule(db.app, ruleCode), buildContext(user), count)

  app.get(
    `${place}/testFillRule`,
    { config: { access }, schema: { querystring: RuleParams } },
    async ({ query, user }) => ok((await upcoming(user, query.ruleCode, 1))[0] ?? null),
  )
  app.get(
    `${place}/upcoming`,
    { config: { access }, schema: { querystring: ListedRule } },
    async ({ query: { ruleCode }, user }) => {
      const numbers = ruleCode ? await upcoming(user, ruleCode, UPCOMING) : []
      return ok(numbers.map((number) => ({ id: number, number })))
    },
  )
  ruleUsesRoute(app, `${place}/uses`, access, (ruleCode) => numberedFields(db.app, ruleCode))

  /** Takes a number before a record is saved with it: it is lost when the record is not saved. */
  const execute = async (user: SessionUser, code: string): Promise<string> => {
    const rule = await readNumberRule(db.app, code)
    if (rule.isGapless) throw refuse('FILL_RULE_GAPLESS', { values: { code } })
    return await db.write((trx) => takeNumber(trx, rule, buildContext(user)))
  }
  app.put(
    `${place}/executeRuleByCode/:ruleCode`,
    { config: { access: 'self' }, schema: { params: RuleParams, body: ExecuteBody } },
    async ({ params, user }) => ok(await execute(user, params.ruleCode)),
  )
  app.put(
    `${place}/executeRuleByCodeBatch`,
    { config: { access: 'self' }, schema: { body: BatchBody } },
    async ({ body: { rules }, user }) => {
      const numbers: { ruleCode: string; result: string }[] = []
      for (const { ruleCode } of rules) numbers.push({ ruleCode, result: await execute(user, ruleCode) })
      return ok(numbers)
    },
  )
}
