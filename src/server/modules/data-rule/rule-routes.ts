import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { type RuleCondition, ruleConditions } from '../../platform/http/data-rule.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { dataRuleFault } from '../../records/data-rules.ts'
import { resourceOf } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { newId } from '../../records/write.ts'
import { writeLog } from '../session/interface.ts'
import { deleteRule, findRule, findRules, insertRule, type Rule, updateRule } from './rules.ts'
import { AddRuleBody, EditRuleBody, MenuQuery, RuleQuery, RulesQuery } from './shape.ts'

/** The right to see and to change the data rules of menu entries. */
export const rulesCode = 'permission:rules'

const refuse = defineRefusals({
  DATA_RULE_SQL: '不能用 SQL 写数据规则，请选择字段、条件和值',
  DATA_RULE_CONDITION: '没有条件规则「{condition}」',
  DATA_RULE_PAGE: '只有界面的菜单能加数据规则',
  DATA_RULE_FAULT: '数据规则不成立：{reason}',
})

const isCondition = (word: string): word is RuleCondition => ruleConditions.some((entry) => entry === word)

/** The data rules of menu entries; only conditions of a closed list are stored. */
export const ruleRoutes: Plugin<Pick<ReadServices, 'db' | 'documents'>> = (app, { db, documents }) => {
  const config = { access: rulesCode }

  const requireSound = ({ permissionId, ruleColumn, ruleConditions: condition, ruleValue }: Rule): void => {
    if (condition === 'USE_SQL_RULES') throw refuse('DATA_RULE_SQL')
    if (!isCondition(condition)) throw refuse('DATA_RULE_CONDITION', { values: { condition } })
    const entry = documents.screen(permissionId)
    if (!entry) throw refuse('DATA_RULE_PAGE')
    const { columns } = resourceOf(entry.document, entry.documentHash, fieldValues)
    const reason = dataRuleFault(columns, { column: ruleColumn, condition, value: ruleValue })
    if (reason !== null) throw refuse('DATA_RULE_FAULT', { values: { reason } })
  }
  const logged = (verb: string, { permissionId, ruleName }: Rule, username: string, ip: string) => ({
    type: 2 as const,
    content: `${verb}数据规则「${ruleName}」：${documents.screen(permissionId)?.document.title ?? permissionId}`,
    username,
    ip,
    route: '/sys/permission/permissionRule',
  })

  app.route<{ Querystring: MenuQuery }>({
    method: 'GET',
    url: '/sys/permission/getPermRuleListByPermId',
    config,
    schema: { querystring: MenuQuery },
    handler: async ({ query }) => ok(await findRules(db.app, query.permissionId)),
  })

  app.route<{ Querystring: RulesQuery }>({
    method: 'GET',
    url: '/sys/permission/queryPermissionRule',
    config,
    schema: { querystring: RulesQuery },
    handler: async ({ query: { permissionId, ...words } }) =>
      ok(await findRules(db.app, permissionId, words), '查询成功！'),
  })

  app.route<{ Body: AddRuleBody }>({
    method: 'POST',
    url: '/sys/permission/addPermissionRule',
    config,
    schema: { body: AddRuleBody },
    handler: async ({ user, ip, body: { ruleColumn = '', status = '1', ...rest } }) => {
      const rule = { ...rest, ruleColumn, status, id: newId() }
      requireSound(rule)
      await db.write(async (trx) => {
        await insertRule(trx, rule, user.username)
        await writeLog(trx, logged('添加', rule, user.username, ip))
      })
      return ok(null, '添加成功！')
    },
  })

  app.route<{ Body: EditRuleBody }>({
    method: ['PUT', 'POST'],
    url: '/sys/permission/editPermissionRule',
    config,
    schema: { body: EditRuleBody },
    handler: async ({ user, ip, body }) => {
      await db.write(async (trx) => {
        const stored = await findRule(trx, body.id)
        if (!stored) throw appError('NO_ENTITY')
        const rule = { ...stored, ...body, permissionId: stored.permissionId }
        requireSound(rule)
        await updateRule(trx, rule, user.username)
        await writeLog(trx, logged('修改', rule, user.username, ip))
      })
      return ok(null, '更新成功！')
    },
  })

  app.route<{ Querystring: RuleQuery }>({
    method: 'DELETE',
    url: '/sys/permission/deletePermissionRule',
    config,
    schema: { querystring: RuleQuery },
    handler: async ({ user, ip, query: { id } }) => {
      await db.write(async (trx) => {
        const stored = await findRule(trx, id)
        if (!stored) throw appError('NO_ENTITY')
        await deleteRule(trx, stored)
        await writeLog(trx, logged('删除', stored, user.username, ip))
      })
      return ok(null, '删除成功！')
    },
  })
}
