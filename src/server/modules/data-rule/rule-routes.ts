import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { type RuleCondition, ruleConditions } from '../../platform/http/data-rule.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { dataRuleFault } from '../../records/access/data-rules.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { newId } from '../../records/write.ts'
import { deleteRule, findRule, findRules, insertRule, type Rule, updateRule } from './rules.ts'
import { AddRuleBody, EditRuleBody, MenuQuery, RuleQuery, RulesQuery } from './shape.ts'

/** The right to see and to change the data rules of menu entries. */
export const rulesCode = 'permission:rules'

const refuse = defineRefusals({
  DATA_RULE_SQL: '不能用 SQL 写数据规则，请选择字段、条件和值',
  DATA_RULE_CONDITION: '没有条件规则「{condition}」',
  DATA_RULE_PAGE: '只有界面的菜单能加数据规则',
  DATA_RULE_FAULT: '数据规则不成立：{reason}',
  DATA_RULE_OWN: '这个菜单的数据规则约束着您自己，请找系统管理员修改或删除',
})

const isCondition = (word: string): word is RuleCondition => ruleConditions.some((entry) => entry === word)

type RuleServices = Pick<ReadServices, 'db' | 'documents'>
type Author = { user: SessionUser; ip: string }

/** Refuses a rule that names no field, comparison or value of its screen. */
function requireValidRule(
  documents: RuleServices['documents'],
  { permissionId, ruleColumn, ruleConditions: condition, ruleValue }: Rule,
): void {
  if (condition === 'USE_SQL_RULES') throw refuse('DATA_RULE_SQL')
  if (!isCondition(condition)) throw refuse('DATA_RULE_CONDITION', { values: { condition } })
  const entry = documents.screen(permissionId)
  if (!entry) throw refuse('DATA_RULE_PAGE')
  const { columns } = getResource(entry.document, entry.documentHash, fieldValues)
  const reason = dataRuleFault(columns, { column: ruleColumn, condition, value: ruleValue })
  if (reason !== null) throw refuse('DATA_RULE_FAULT', { values: { reason } })
}

/** Refuses to change or remove rules of an entry whose rules bind the user: that would widen the own rows. */
function requireUnbound({ isAdmin, dataRules }: SessionUser, { permissionId }: Rule): void {
  if (!isAdmin && dataRules?.has(permissionId)) throw refuse('DATA_RULE_OWN')
}

const logLine = (
  documents: RuleServices['documents'],
  verb: string,
  { permissionId, ruleName }: Rule,
  { user, ip }: Author,
) => ({
  type: 2 as const,
  content: `${verb}数据规则「${ruleName}」：${documents.screen(permissionId)?.document.title ?? permissionId}`,
  username: user.username,
  ip,
  route: '/sys/permission/permissionRule',
})

/** Adds a rule to a menu entry. Returns its id. */
export async function addRule(
  { db, documents }: RuleServices,
  by: Author,
  parts: AddRuleBody,
): Promise<string> {
  const { ruleColumn = '', status = '1', ...rest } = parts
  const rule = { ...rest, ruleColumn, status, id: newId() }
  requireValidRule(documents, rule)
  await db.write(async (trx) => {
    await insertRule(trx, rule, by.user.username)
    await writeLog(trx, logLine(documents, '添加', rule, by))
  })
  return rule.id
}

/** Changes a rule; its menu entry stays. Throws NO_ENTITY. */
export async function editRule(
  { db, documents }: RuleServices,
  by: Author,
  parts: EditRuleBody,
): Promise<void> {
  await db.write(async (trx) => {
    const stored = await findRule(trx, parts.id)
    if (!stored) throw appError('NO_ENTITY')
    requireUnbound(by.user, stored)
    const rule = { ...stored, ...parts, permissionId: stored.permissionId }
    requireValidRule(documents, rule)
    await updateRule(trx, rule, by.user.username)
    await writeLog(trx, logLine(documents, '修改', rule, by))
  })
}

/** Throws NO_ENTITY. */
export async function removeRule({ db, documents }: RuleServices, by: Author, id: string): Promise<void> {
  await db.write(async (trx) => {
    const stored = await findRule(trx, id)
    if (!stored) throw appError('NO_ENTITY')
    requireUnbound(by.user, stored)
    await deleteRule(trx, stored)
    await writeLog(trx, logLine(documents, '删除', stored, by))
  })
}

/** The data rules of menu entries; only conditions of a closed list are stored. */
export const ruleRoutes: Plugin<RuleServices> = (app, services) => {
  const { db } = services
  const config = { access: rulesCode }

  app.route({
    method: 'GET',
    url: '/sys/permission/getPermRuleListByPermId',
    config,
    schema: { querystring: MenuQuery },
    handler: async ({ query }) => ok(await findRules(db.app, query.permissionId)),
  })

  app.route({
    method: 'GET',
    url: '/sys/permission/queryPermissionRule',
    config,
    schema: { querystring: RulesQuery },
    handler: async ({ query: { permissionId, ...words } }) =>
      ok(await findRules(db.app, permissionId, words), '查询成功！'),
  })

  app.route({
    method: 'POST',
    url: '/sys/permission/addPermissionRule',
    config,
    schema: { body: AddRuleBody },
    handler: async ({ user, ip, body }) => {
      await addRule(services, { user, ip }, body)
      return ok(null, '添加成功！')
    },
  })

  app.route({
    method: ['PUT', 'POST'],
    url: '/sys/permission/editPermissionRule',
    config,
    schema: { body: EditRuleBody },
    handler: async ({ user, ip, body }) => {
      await editRule(services, { user, ip }, body)
      return ok(null, '更新成功！')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/sys/permission/deletePermissionRule',
    config,
    schema: { querystring: RuleQuery },
    handler: async ({ user, ip, query: { id } }) => {
      await removeRule(services, { user, ip }, id)
      return ok(null, '删除成功！')
    },
  })
}
