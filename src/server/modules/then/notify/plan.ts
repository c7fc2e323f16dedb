import type { Scope } from '#runtime/kernel/expression.ts'
import { endOfQuiet, nextDigest } from '#runtime/kernel/quiet-hours.ts'
import type { ConsequenceSettings } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { Channel, Message } from '../../../platform/sender.ts'
import { currentTime } from '../../../platform/store/clock.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { fillFor, fillTexts, readTemplate, type Texts, type ToldChange, type Way } from './texts.ts'

/** A message that an entry sends, or the reason why it does not. */
export interface PlannedMessage {
  way: Way
  /** Absent for the group of a robot. */
  recipient?: Recipient
  texts?: Texts
  /** Phone or address. */
  to?: string
  /** Why nothing is sent. */
  omitted?: string
  /** Not before this time. */
  due?: Date | undefined
  isCollected?: boolean
}

const personal = {
  mail: { key: 'email', missing: '没有填邮箱', off: '在「新消息通知」里关了邮件' },
  sms: { key: 'phone', missing: '没有填手机号', off: '在「新消息通知」里关了短信' },
} as const

const isPersonal = (way: Way): way is keyof typeof personal => way in personal
/** Whether a way leads to a person, not to a group. */
export const isForPerson = (way: Way): boolean => way === 'inbox' || isPersonal(way)

/** How a message reaches a person by this way, by what he has chosen. */
export function planFor(recipient: Recipient, way: Way, now: Date): Omit<PlannedMessage, 'texts'> {
  if (!isPersonal(way)) return { way, recipient }
  const { notify } = recipient
  const { key, missing, off } = personal[way]
  const to = recipient[key]
  if (!notify[way]) return { way, recipient, omitted: off }
  if (!to) return { way, recipient, omitted: missing }
  const digest = way === 'mail' ? nextDigest(notify, now) : undefined
  const due = endOfQuiet(notify, digest ?? now) ?? digest
  return { way, recipient, to, due, isCollected: digest !== undefined }
}

/**
 * Who gets what by an entry; null where its template is missing or switched off. `also` limits the values in the texts to
 * those that another user may read too.
 */
export async function planMessages(
  settings: ConsequenceSettings<'notify'>,
  context: ToldChange & { scope: Scope },
  also: (code: string) => boolean = () => true,
): Promise<PlannedMessage[] | null> {
  const { transaction, resource, by, scope } = context
  const template = await readTemplate(transaction.trx, settings)
  if (!template) return null
  const now = currentTime()
  const planned: PlannedMessage[] = []
  for (const recipient of await findRecipients(transaction.trx, settings.to, scope, by.id)) {
    const texts = await fillFor(context, recipient.id, template, also)
    for (const way of template.ways.filter(isForPerson))
      if (texts) planned.push({ ...planFor(recipient, way, now), texts })
      else planned.push({ way, recipient, omitted: '无权打开这条记录' })
  }
  for (const way of template.ways)
    if (!isForPerson(way))
      // The members of a group are not known: only what needs no right.
      planned.push({ way, to: '', texts: await fillTexts(context, resource, () => false, template) })
  return planned
}

/** The message as the outbox takes it. */
export const buildMessage = (kind: Channel, to: string, { title, text, html }: Texts): Message => ({
  to,
  kind,
  text,
  subject: title,
  html: kind === 'mail' ? html : null,
  hasCode: false,
})
