import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { TriedEntry, TriedMessage } from '#runtime/record/changes/message-trial.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type ConsequenceSettings, listOccasions } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { getWritten } from '../../../documents/library/registry.ts'
import type { DocumentServices } from '../../../documents/services.ts'
import { draftProblems } from '../../../documents/validate.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { openScreen } from '../../../records/access/workflows.ts'
import type { RecordAuthor } from '../../../records/events.ts'
import { type Values, withDetails } from '../../../records/read/record.ts'
import { notFound } from '../../../records/refuse.ts'
import type { RecordServices } from '../../../records/services.ts'
import { callerWithin, systemAuthor } from '../../../records/then/author.ts'
import { buildScope, isWanted } from '../../../records/then/run-then.ts'
import { channelTitles, hasProvider } from '../../outbox/interface.ts'
import { readSettings, type SettingValues } from '../../setting/interface.ts'
import { type PlannedMessage, planMessages } from './plan.ts'
import { findRecipients, listNamed } from './recipients.ts'
import type { ToldChange, Way } from './texts.ts'

const refuse = defineRefusals({
  MESSAGE_TRIAL_KIND: '只有界面的「之后」可以试发消息',
  MESSAGE_TRIAL_PROBLEMS: '界面有错误，改好后再试发',
})

export type TrialServices = RecordServices & Pick<DocumentServices, 'registeredNames'>

interface Asked {
  document: JsonObject
  screen: string
  record: string
  change: string
  before?: Readonly<Record<string, unknown>>
}

const wayTitle = (way: Way): string => (way === 'inbox' ? '站内消息' : channelTitles[way])

/** The draft of a screen; refused with its problems when a release would refuse it. */
async function readDraft(
  { documents, registeredNames }: TrialServices,
  body: JsonObject,
): Promise<StoredScreen> {
  const { document } = migrate(body)
  const screen = asDocumentWith(drawableDocument(document), 'hasTable')
  if (!screen) throw refuse('MESSAGE_TRIAL_KIND')
  const problems = await draftProblems(body, documents.entries().map(getWritten), registeredNames)
  if (problems.length > 0) throw refuse('MESSAGE_TRIAL_PROBLEMS', { result: { problems } })
  return screen as StoredScreen
}

/** Who makes the change: the user; what happens at a date is done by nobody. */
function findAuthor(
  change: string,
  { id, username, realname, orgCode, tenantId }: SessionUser,
  head: Values,
): RecordAuthor {
  const tenant = tenantId === undefined ? {} : { tenantId }
  if (change === 'date') return { ...systemAuthor, orgCode: String(head.sysOrgCode ?? ''), ...tenant }
  return { id, username, realname, orgCode, ...tenant }
}

function formatPlanned(
  { way, recipient, texts, omitted, due, isCollected }: PlannedMessage,
  values: SettingValues,
): TriedMessage {
  const missing =
    way === 'inbox' || hasProvider(way, values)
      ? undefined
      : `还没有设置${wayTitle(way)}，请到「系统设置」填写`
  const why = omitted ?? missing
  return {
    way: wayTitle(way),
    ...(recipient && { account: recipient.username, name: recipient.realname }),
    title: why === undefined ? (texts?.title ?? '') : '',
    text: why === undefined ? (texts?.text ?? '') : '',
    ...(why === undefined ? due && { due: formatDateTime(due) } : { omitted: why }),
    ...(why === undefined && isCollected && { isCollected }),
  }
}

/** Those whom the entry names and who get nothing by any way. */
async function listLeftOut(
  { to }: ConsequenceSettings<'notify'>,
  { transaction: { trx }, scope, by }: Parameters<typeof planMessages>[1],
): Promise<TriedMessage[]> {
  const found = await findRecipients(trx, to, scope, '')
  const nothing = { way: '', title: '', text: '' }
  const accounts = new Set(found.flatMap(({ id, username }) => [id, username]))
  const author = found.find(({ id }) => id === by.id)
  return [
    ...(author
      ? [{ ...nothing, account: author.username, name: author.realname, omitted: '动手的人自己不收' }]
      : []),
    ...listNamed(to, scope)
      .filter((account) => !accounts.has(account))
      .map((account) => ({ ...nothing, account, name: account, omitted: '没有这个用户，或已停用' })),
  ]
}

/**
 * Who would get what by the entries of a draft after a change of a stored record which the user may read; texts have only values
 * that both the user and the recipient may read. Runs in a transaction that can store nothing.
 */
export async function tryMessages(
  services: TrialServices,
  user: SessionUser,
  { document: body, screen: id, record, change, before = {} }: Asked,
): Promise<TriedEntry[]> {
  const { db, documents, dictionaries, handlers } = services
  const { then = [] } = await readDraft(services, body)
  const resource = openScreen(documents, id)
  if (!resource) throw notFound()
  return await db.write(async (trx) => {
    await sql`set transaction read only`.execute(trx)
    const transaction = { trx, documents, dictionaries, handlers }
    const caller = callerWithin(transaction, user)
    const opened = caller.can(codeOfAction(resource.screen, 'detail'))
      ? await caller.open(trx, resource, record)
      : undefined
    if (!opened) throw notFound()
    const values = await withDetails(trx, resource, opened.head)
    const happening: ToldChange = {
      change,
      title: '',
      resource,
      id: record,
      record: values,
      before: change === 'add' ? null : { ...values, ...before },
      by: findAuthor(change, user, opened.head),
      transaction,
    }
    const scope = buildScope(happening)
    const visible = Object.entries(values).filter(([key]) => !opened.hidden.includes(key))
    const context = { ...happening, record: Object.fromEntries(visible), scope }
    const settings = await readSettings(trx)
    const tried: TriedEntry[] = []
    for (const [at, entry] of then.entries()) {
      const { notify } = entry
      if (!notify || !listOccasions(entry).includes(change)) continue
      if (!isWanted(entry, scope)) {
        tried.push({ at, isMet: false, messages: [] })
        continue
      }
      const planned = await planMessages(notify, context, caller.can)
      const leftOut = planned ? await listLeftOut(notify, context) : []
      const messages = [...(planned ?? []).map((message) => formatPlanned(message, settings)), ...leftOut]
      const note = planned
        ? messages.length === 0 && '没有收件人：这些角色和部门里现在没有在用的用户'
        : `没有消息模板「${notify.template}」，或它已停用`
      tried.push({ at, isMet: true, ...(note && { note }), messages })
    }
    return tried
  })
}
