import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designWrite } from '../../design/interface.ts'

const refuse = defineRefusals({
  ONLINE_NO_CODE: '这里不生成代码：界面由文档直接画出，在设计器里改好发布就生效，文档可以导出',
  ONLINE_NO_PROCESS:
    '流程不从这个地址发起：请打开这条记录，按「提交审批」一类的按钮发起，表单的「审批」里可以配置这些动作',
  ONLINE_NO_MOCK: '这里不生成模拟数据，请用导入或粘贴的数据',
})

const generator = [
  ['GET', '/online/cgform/head/rootFile'],
  ['GET', '/online/cgform/head/fileTree'],
  ['POST', '/online/cgform/api/codeGenerate'],
  ['GET', '/online/cgform/api/codeView'],
  ['POST', '/online/cgform/api/codeView'],
  ['GET', '/online/cgform/api/downGenerateCode'],
] as const

/** Addresses of the contract whose work a document makes needless: clients get the reason. */
export const unsupportedRoutes: Plugin<object> = (app) => {
  for (const [method, url] of generator)
    app.route({
      method,
      url,
      config: { access: designWrite },
      handler: async () => {
        throw refuse('ONLINE_NO_CODE')
      },
    })
  app.route({
    method: 'POST',
    url: '/online/cgform/api/aigc/mock/data/:table',
    config: { access: designWrite },
    handler: async () => {
      throw refuse('ONLINE_NO_MOCK')
    },
  })
  app.route({
    method: 'POST',
    url: '/act/process/extActProcess/startMutilProcess',
    config: { access: 'self' },
    handler: async () => {
      throw refuse('ONLINE_NO_PROCESS')
    },
  })
}
