import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Channel } from '../../platform/sender.ts'
import { exportRoute } from '../../records/excel/export/export-route.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  type Readable,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import { listRoutes, type RecordRouteServices, recordRoutes } from '../../records/record-routes.ts'
import { channelTitles } from '../outbox/interface.ts'
import { type Limit, limit, type SessionServices } from '../session/interface.ts'
import { fillTemplate } from './fill-template.ts'
import { MessageQuery, SendBody } from './shape.ts'

export type MessageServices = RecordRouteServices & ImportRouteServices & Pick<SessionServices, 'sender'>

const refuse = defineRefusals({
  TEMPLATE_UNKNOWN: '发送消息任务添加失败！没有这个模板，或者它已停用',
  MESSAGE_READ_ONLY: '消息由系统写入和清理，不能新增、修改或删除；要发消息请用模板的「发送测试」',
  TEMPLATE_RECEIVER: '发送消息任务添加失败！接收人应为{receiver}',
})
const sends: Limit = { scope: 'template message', most: 20, minutes: 10 }

/** The kinds of messages by their number in the contract, and what their receivers look like. */
const kinds: Record<SendBody['msgType'], { kind: Channel; receiver: string; pattern: RegExp }> = {
  '1': { kind: 'sms', receiver: '手机号码', pattern: /^1\d{10}$/ },
  '2': { kind: 'mail', receiver: '邮箱地址', pattern: /^[^\s@<>"]{1,64}@[^\s@<>"]{1,100}$/ },
  // A robot has its group.
  '3': { kind: 'dingtalk', receiver: '空的', pattern: /^$/ },
  '4': { kind: 'feishu', receiver: '空的', pattern: /^$/ },
  '5': { kind: 'wecom', receiver: '空的', pattern: /^$/ },
}

/** Message templates, and their delivery by way of the outbox. */
export const templateRoutes: Plugin<MessageServices> = (app, services) => {
  const { db, sender } = services
  const { entry } = bindDocument(services, 'message/template')
  const place = '/sys/message/sysMessageTemplate'
  listRoutes(app, services, { place, readEntry: entry })
  importRoutesAt(app, services, place, entry)
  recordRoutes(app, services, { place, readEntry: entry, isContract: true, texts: { edit: '更新成功！' } })

  app.post(
    `${place}/sendMsg`,
    { config: { access: 'message:template:send' }, schema: { body: SendBody } },
    async ({ user, body: { templateCode, testData, receiver: sent, msgType } }) => {
      await limit(db.app, sends, user.id)
      const receiver = sent ?? ''
      // With the rights of the user: a template that the user cannot see cannot be sent.
      const view = readable(services, entry(), user)
      const found = await readRecords(
        services,
        view,
        parseListRequest(view, { templateCode: `= ${templateCode}` }),
      )
      const template = found.records.find((record) => record.templateCode === templateCode)
      if (!template || template.useStatus === '0') throw refuse('TEMPLATE_UNKNOWN')
      const { kind, receiver: expected, pattern } = kinds[msgType]
      if (!pattern.test(receiver)) throw refuse('TEMPLATE_RECEIVER', { values: { receiver: expected } })
      const { text, html } = fillTemplate(template, testData ?? '')
      await sender.send({
        to: receiver,
        kind,
        text,
        subject: String(template.templateName),
        ...(kind === 'mail' && { html }),
        hasCode: false,
      })
      return ok(null, '发送消息任务添加成功！')
    },
  )
}

/** The state of a message in the outbox as the contract numbers it: not sent, sent, failed. */
const states: Record<string, string> = { sent: '1', merged: '1', failed: '2' }
const stateTexts = ['未发送', '发送成功', '发送失败']

/** A message of the outbox with the keys of the contract. One without a title has the name of its way. */
function buildMessage(message: JsonObject) {
  const { id, title, content, address, kind, state, attempts, error, sentTime, createTime } = message
  const esSendStatus = states[String(state)] ?? '0'
  return {
    id,
    esTitle: title ?? channelTitles[kind as Channel],
    esContent: content,
    esType: '1',
    esType_dictText: '文本',
    esReceiver: address,
    esSendStatus,
    esSendStatus_dictText: stateTexts[Number(esSendStatus)],
    esSendTime: sentTime,
    esSendNum: attempts,
    esResult: error,
    createTime,
  }
}

/** The contract's writes of messages, which are refused. */
const writes = [
  ['add', 'POST'],
  ['edit', 'PUT'],
  ['delete', 'DELETE'],
  ['deleteBatch', 'DELETE'],
  ['importExcel', 'POST'],
] as const

/** The outbox as the list of messages of the contract. The server writes and removes its messages itself. */
export const messageRoutes: Plugin<MessageServices> = (app, services) => {
  const { entry, access } = bindDocument(services, 'system/outbox')
  const place = '/sys/message/sysMessage'
  const read = (view: Readable, query: JsonObject) => {
    const request = parseListRequest(view, query)
    return readRecords(services, view, request).then((found) => ({ found, request }))
  }

  app.get(`${place}/list`, { config: { access, listLoad: true } }, async ({ user, query }) => {
    const { esReceiver, esTitle, esContent, ...rest } = query as Record<string, string>
    const view = readable(services, entry(), user)
    const { found, request } = await read(view, {
      ...rest,
      ...(esReceiver && { address: `*${esReceiver}*` }),
      ...(esTitle && { title: `*${esTitle}*` }),
      ...(esContent && { content: `*${esContent}*` }),
    })
    return ok(pageOfRecords({ ...found, records: found.records.map(buildMessage) }, request))
  })

  app.get(
    `${place}/queryById`,
    { config: { access }, schema: { querystring: MessageQuery } },
    async ({ user, query: { id } }) => {
      const { found } = await read(readable(services, entry(), user), { id: `= ${id}` })
      const [message] = found.records
      if (!message) throw appError('NO_ENTITY')
      return ok(buildMessage(message))
    },
  )

  exportRoute(app, services, place, entry)

  for (const [verb, method] of writes)
    app.route({
      method,
      url: `${place}/${verb}`,
      config: { access },
      handler: async () => {
        throw refuse('MESSAGE_READ_ONLY')
      },
    })
}
