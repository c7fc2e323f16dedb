import { sql } from 'kysely'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { listCode } from '../../documents/kinds/list.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { defineJobType } from '../../platform/jobs/job-type.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { currentRequester, runAs } from '../../platform/store/requester.ts'
import type { ReportServices } from '../../reports/services.ts'
import { findReceivers, receiverFault, receiverShape } from '../announcement/interface.ts'
import { hasProvider, listStoredKeys, storeMessage } from '../outbox/interface.ts'
import { readRequester } from '../session/interface.ts'
import type { Settings } from '../setting/interface.ts'
import { buildFiles, type Format, formats, type Sent } from './files/build-files.ts'

export type ReportMailServices = ReportServices &
  Pick<PlatformServices, 'config' | 'log'> & { settings: Settings }

/** The report or the panel with this code or id. */
function findSent({ documents }: Pick<ReportServices, 'documents'>, code: string): Sent | undefined {
  const report = documents.report(code)?.document
  if (report) return { report }
  const panel = asDocumentWith(documents.entry(code)?.document, 'arrangesBlocks')
  return panel && { panel }
}

const getDocument = (sent: Sent) => ('report' in sent ? sent.report : sent.panel)

/** Why the document cannot be sent without questions; undefined where it can. */
function askedFault(sent: Sent): string | undefined {
  const { title } = getDocument(sent)
  const missing =
    'report' in sent
      ? sent.report.params?.find((param) => param.required && param.defaultValue === undefined)
      : undefined
  return (
    missing &&
    `报表「${title}」要先填「${missing.title ?? missing.key}」才能查，不能寄送：请换一张，或给这个参数缺省值`
  )
}

/** Whether a person may have the document in this form: a workbook is an export. */
function mayReceive(sent: Sent, format: Format, user: SessionUser): boolean {
  if ('panel' in sent) return sent.panel.needs === undefined || holds(user, sent.panel.needs)
  const codes = [listCode(sent.report), ...(format === 'workbook' ? [`${getPerm(sent.report)}:export`] : [])]
  return codes.every((code) => holds(user, code))
}

async function readAddresses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from sys_user where id = any(${ids}::text[]) and email like '%_@_%'`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** What became of the mail for a person. */
type Outcome = 'sent' | 'right' | 'address' | 'failed'
const omissions: Readonly<Record<Exclude<Outcome, 'sent'>, string>> = {
  right: '没有权限，没有寄',
  address: '没有邮箱，没有寄',
  failed: '生成失败，没有寄',
}
const MAX_NAMES = 10

function formatOutcomes(outcomes: readonly { name: string; outcome: Outcome; reason?: string }[]): string {
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length
  const others = Object.entries(omissions).flatMap(([outcome, text]) => {
    const found = outcomes.filter((entry) => entry.outcome === outcome)
    if (found.length === 0) return []
    const names = found
      .slice(0, MAX_NAMES)
      .map(({ name, reason }) => (reason === undefined ? name : `${name}（${reason}）`))
      .join('、')
    return [`${text}：${names}${found.length > MAX_NAMES ? ` 等 ${found.length} 人` : ''}`]
  })
  return [`寄给 ${sent} 人`, ...others].join('；')
}

/** Sends a report or a panel as a file of a mail: to each receiver what this person may see of it. */
export const mailReport = defineJobType({
  name: 'mailReport',
  title: '寄送报表',
  parameters: Type.Object({
    report: Type.String({ maxLength: 120 }),
    format: Type.Enum(Object.keys(formats) as Format[]),
    ...receiverShape,
    title: Type.Optional(Type.String({ maxLength: 100 })),
    content: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  fault(services: ReportMailServices, { report, ...to }) {
    const sent = findSent(services, report)
    if (!sent)
      return { key: 'report', text: `没有编号是「${report}」的报表或看板，请填报表的编码或看板的编号` }
    const text = askedFault(sent)
    return text === undefined ? receiverFault(to) : { key: 'report', text }
  },
  async run(services, { report, format, title, content, ...to }, { signal, occasion }) {
    const { db, settings, config, log } = services
    const sent = findSent(services, report)
    if (!sent) throw new Error(`没有报表或看板「${report}」`)
    const values = await settings.read()
    if (!hasProvider('mail', values)) throw new Error('还没有设置发信服务器，请到「系统设置」填写邮件')
    const receivers = await findReceivers(db.app, to)
    if (receivers.length === 0) throw new Error('没有可以接收的用户：选的人已停用，或角色里没有人')
    const addresses = await readAddresses(db.app, receivers)
    const document = getDocument(sent)
    const keyFor = (userId: string) => `report ${occasion} ${userId}`
    // What an interrupted attempt of this run has sent.
    const before = await listStoredKeys(db.app, receivers.map(keyFor))
    const outcomes: { name: string; outcome: Outcome; reason?: string }[] = []
    for (const userId of receivers) {
      signal.throwIfAborted()
      const user = await readRequester(db.app, userId)
      if (!user) continue
      const name = user.realname
      const address = addresses.get(userId)
      if (!mayReceive(sent, format, user)) outcomes.push({ name, outcome: 'right' })
      else if (address === undefined) outcomes.push({ name, outcome: 'address' })
      else if (before.has(keyFor(userId))) outcomes.push({ name, outcome: 'sent' })
      else {
        const time = formatDateTime(currentTime()).slice(0, 16)
        const head = { title: document.title, institution: config.institution, time, realname: name }
        const build = () => buildFiles(services, { sent, user, format, head, signal })
        try {
          const files = await runAs(
            { ...currentRequester(), key: `user ${user.id}`, user, signal: () => signal },
            build,
          )
          const text = [content, `「${document.title}」见附件，按您的权限生成，数据截至 ${time}。`]
          const subject = title ?? document.title
          const mail = {
            to: address,
            kind: 'mail',
            subject,
            text: text.filter(Boolean).join('\n'),
            files,
            hasCode: false,
          } as const
          await storeMessage(db.app, values, mail, { userId, onceKey: keyFor(userId) })
          outcomes.push({ name, outcome: 'sent' })
        } catch (error) {
          signal.throwIfAborted()
          log.warn({ err: error, report, user: user.username }, 'a report was not sent')
          outcomes.push({ name, outcome: 'failed', reason: describeError(error) })
        }
      }
    }
    const result = formatOutcomes(outcomes)
    if (
      outcomes.every(({ outcome }) => outcome !== 'sent') &&
      outcomes.some(({ outcome }) => outcome === 'failed')
    )
      throw new Error(result)
    return result
  },
})

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : appError('INTERNAL').message
