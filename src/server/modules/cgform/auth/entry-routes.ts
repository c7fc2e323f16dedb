import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { addRule, editRule, findRules, type Rule, removeRule, rulesCode } from '../../data-rule/interface.ts'
import { grantCode } from '../../role/interface.ts'
import { buttonRows } from '../heads/buttons/buttons.ts'
import { screenNames } from '../names.ts'
import { type CgformServices, requireScreen } from '../screens.ts'
import { buttonEntries, columnEntries, columnRows, FIELD_AUTH } from './entries.ts'
import { EntriesBody, EntryBody, FormParams, IdParams, PageParams, RuleBody, RuleEditBody } from './shape.ts'

const refuse = defineRefusals({
  ONLINE_AUTH_ALWAYS: '字段和按钮都按角色授权，不用停用控制：请在角色授权里给角色勾选「{code}」',
  ONLINE_AUTH_SHOW: '字段在列表和表单里是否显示，请改字段的设置；只对某些角色隐藏或只读，请在角色授权里设置',
  ONLINE_AUTH_CODE: '没有能授权的字段或按钮「{code}」',
})

const place = '/online/cgform/api'

/** The entries that roles may be granted (docs/http.md, "Grants of forms"): columns, buttons and data rules of a screen. */
export const authEntryRoutes: Plugin<CgformServices> = (app, services) => {
  const { db, documents } = services
  const config = { access: grantCode }
  const rules = { access: rulesCode }
  const getScreen = (cgformId: string) => requireScreen(documents, cgformId).entry.document

  app.route({
    method: 'GET',
    url: `${place}/authColumn/:cgformId`,
    config,
    schema: { params: FormParams },
    handler: async ({ params }) => ok(columnRows(getScreen(params.cgformId))),
  })

  /** All entries are enabled; a client that enables one changes nothing, and one that disables it is refused. */
  const requireEnabled = ({ cgformId, code, status }: EntryBody): void => {
    const screen = getScreen(cgformId)
    const { toKey } = screenNames(screen)
    const entries = [...columnEntries(screen), ...buttonEntries(screen)]
    if (!entries.some((entry) => entry.code === code || entry.code === toKey(code)))
      throw refuse('ONLINE_AUTH_CODE', { values: { code } })
    if (status === 0 || status === '0') throw refuse('ONLINE_AUTH_ALWAYS', { values: { code } })
  }
  app.route({
    method: 'PUT',
    url: `${place}/authColumn`,
    config,
    schema: { body: EntryBody },
    handler: async ({ body }) => {
      requireEnabled(body)
      return ok(null, '操作成功！')
    },
  })
  app.route({
    method: 'POST',
    url: `${place}/authColumn`,
    config,
    schema: { body: EntryBody },
    handler: async () => {
      throw refuse('ONLINE_AUTH_SHOW')
    },
  })
  app.route({
    method: 'PUT',
    url: `${place}/authColumn/batch`,
    config,
    schema: { body: EntriesBody },
    handler: async ({ body }) => {
      for (const entry of body) requireEnabled(entry)
      return ok(null, '操作成功！')
    },
  })
  app.route({
    method: 'POST',
    url: `${place}/authColumn/batch`,
    config,
    schema: { body: EntriesBody },
    handler: async () => {
      throw refuse('ONLINE_AUTH_SHOW')
    },
  })

  app.route({
    method: 'GET',
    url: `${place}/authButton/:cgformId`,
    config,
    schema: { params: FormParams },
    handler: async ({ params }) => {
      const screen = getScreen(params.cgformId)
      return ok({ buttonList: buttonRows(screen), authList: buttonEntries(screen) })
    },
  })
  app.route({
    method: 'POST',
    url: `${place}/authButton`,
    config,
    schema: { body: EntryBody },
    handler: async ({ body }) => {
      requireEnabled(body)
      const entry = buttonEntries(getScreen(body.cgformId)).find(({ code }) => code === body.code)
      return ok({ id: entry?.id ?? body.code }, '操作成功！')
    },
  })
  app.route({
    method: 'PUT',
    url: `${place}/authButton/:id`,
    config,
    schema: { params: IdParams },
    handler: async ({ params: { id } }) => {
      throw refuse('ONLINE_AUTH_ALWAYS', { values: { code: id } })
    },
  })

  app.route({
    method: 'GET',
    url: `${place}/authPage/:cgformId/:type`,
    config,
    schema: { params: PageParams },
    handler: async ({ params: { cgformId, type } }) => {
      const screen = getScreen(cgformId)
      return ok(type === FIELD_AUTH ? columnEntries(screen) : buttonEntries(screen))
    },
  })

  const ruleRows = async (cgformId: string) => {
    const screen = getScreen(cgformId)
    const { toColumn } = screenNames(screen)
    return (await findRules(db.app, screen.id)).map(
      ({ id, ruleName, ruleColumn, ruleConditions, ruleValue, status }) => ({
        ...{ id, cgformId, ruleName, ruleValue },
        ruleColumn: toColumn(ruleColumn),
        ruleOperator: ruleConditions,
        status: Number(status),
      }),
    )
  }
  const storedRule = ({ cgformId, ruleColumn, ruleOperator, status = 1, ...rest }: RuleBody) => {
    const screen = getScreen(cgformId)
    const state: '0' | '1' = String(status) === '0' ? '0' : '1'
    return {
      ...{ ruleName: rest.ruleName, ruleValue: rest.ruleValue, permissionId: screen.id },
      ruleColumn: screenNames(screen).toKey(ruleColumn),
      ruleConditions: ruleOperator,
      status: state,
    } satisfies Omit<Rule, 'id'>
  }

  app.route({
    method: 'GET',
    url: `${place}/authData/:cgformId`,
    config: rules,
    schema: { params: FormParams },
    handler: async ({ params }) => ok(await ruleRows(params.cgformId)),
  })
  app.route({
    method: 'GET',
    url: `${place}/validAuthData/:cgformId`,
    config,
    schema: { params: FormParams },
    handler: async ({ params }) => ok((await ruleRows(params.cgformId)).filter(({ status }) => status === 1)),
  })
  app.route({
    method: 'POST',
    url: `${place}/authData`,
    config: rules,
    schema: { body: RuleBody },
    handler: async ({ user, ip, body }) =>
      ok({ id: await addRule(services, { user, ip }, storedRule(body)) }, '添加成功！'),
  })
  app.route({
    method: 'PUT',
    url: `${place}/authData`,
    config: rules,
    schema: { body: RuleEditBody },
    handler: async ({ user, ip, body }) => {
      const { permissionId: _, ...parts } = storedRule(body)
      await editRule(services, { user, ip }, { id: body.id, ...parts })
      return ok(null, '更新成功！')
    },
  })
  app.route({
    method: 'DELETE',
    url: `${place}/authData/:id`,
    config: rules,
    schema: { params: IdParams },
    handler: async ({ user, ip, params: { id } }) => {
      await removeRule(services, { user, ip }, id)
      return ok(null, '删除成功！')
    },
  })
}
