import Type from 'typebox'
import { designRead } from '../../../../documents/check/constants.ts'
import { ok } from '../../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import type { Plugin } from '../../../../platform/http/route.ts'
import { designWrite } from '../../../design/interface.ts'
import { type CgformServices, requireScreen } from '../../screens.ts'
import { HeadParams } from '../shape.ts'
import { buttonRows } from './buttons.ts'
import { effectRows, hookRows, scriptRow } from './enhancements.ts'

const refuse = defineRefusals({
  ONLINE_SCRIPT_JS:
    '不能写 JS 脚本：字段的显示、必填、不可改和计算请写表达式（设计器的字段设置），按钮请写打开文档或调用接口',
  ONLINE_SCRIPT_SQL:
    '不能写 SQL 增强：请在设计器的「增强」里给审批动作选一个登记过的效果，或用公式和「顺便写入」',
  ONLINE_SCRIPT_JAVA:
    '不能写 Java 增强：请在设计器的「增强」里选登记过的服务器处理；新的处理由开发人员在服务器模块里登记',
})

const ScriptQuery = Type.Object({ type: Type.Optional(Type.Enum(['form', 'list'])) })

/**
 * What JeecgBoot calls enhancement (docs/http.md, "Head routes"), read from linkage, effects and hooks. No script is stored: a
 * client that writes one is refused with the declared means.
 */
export const enhancementRoutes: Plugin<CgformServices> = (app, services) => {
  const { documents, registeredNames } = services
  const read = { access: designRead }
  const { descriptions } = registeredNames
  const screenAt = (headId: string) => requireScreen(documents, headId).entry.document

  app.route({
    method: 'GET',
    url: '/online/cgform/head/enhanceJs/:headId',
    config: read,
    schema: { params: HeadParams, querystring: ScriptQuery },
    handler: async ({ params, query: { type = 'form' } }) => ok(scriptRow(screenAt(params.headId), type)),
  })
  app.route({
    method: 'GET',
    url: '/online/cgform/head/enhanceSql/:headId',
    config: read,
    schema: { params: HeadParams },
    handler: async ({ params }) => ok(effectRows(screenAt(params.headId), descriptions)),
  })
  app.route({
    method: 'GET',
    url: '/online/cgform/head/enhanceJava/:headId',
    config: read,
    schema: { params: HeadParams },
    handler: async ({ params }) => ok(hookRows(screenAt(params.headId), descriptions)),
  })
  app.route({
    method: 'GET',
    url: '/online/cgform/head/enhanceButton/:headId',
    config: read,
    schema: { params: HeadParams },
    handler: async ({ params }) => ok(buttonRows(screenAt(params.headId))),
  })

  const refused = [
    ['Js', 'ONLINE_SCRIPT_JS'],
    ['Sql', 'ONLINE_SCRIPT_SQL'],
    ['Java', 'ONLINE_SCRIPT_JAVA'],
  ] as const
  for (const [word, reason] of refused)
    app.route({
      method: ['POST', 'PUT'],
      url: `/online/cgform/head/enhance${word}/:headId`,
      config: { access: designWrite },
      handler: async () => {
        throw refuse(reason)
      },
    })
  for (const [word, reason] of [
    ['deletebatchEnhanceSql', 'ONLINE_SCRIPT_SQL'],
    ['deleteBatchEnhanceJava', 'ONLINE_SCRIPT_JAVA'],
  ] as const)
    app.route({
      method: 'DELETE',
      url: `/online/cgform/head/${word}`,
      config: { access: designWrite },
      handler: async () => {
        throw refuse(reason)
      },
    })
}
