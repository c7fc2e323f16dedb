import { sql } from 'kysely'
import { fillPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import { currentTime } from '../../../platform/store/clock.ts'
import type { Database, Trx } from '../../../platform/store/database.ts'
import { deliverMessages } from './deliver.ts'
import { isForPerson, planFor } from './plan.ts'
import { readRecipients } from './recipients.ts'
import { readTemplate, type Way } from './texts.ts'

/** A message of the server itself, about no record. */
export interface ServerMessage {
  /** The code of the template, by which administrators change texts and ways. */
  template: string
  /** The texts and the ways without such a template. */
  title: string
  text: string
  ways: readonly Way[]
  /** The values of the variables of the texts. */
  values: Readonly<Record<string, string>>
  /** The address of the page that the message opens. */
  page: string
}

/** The template, what stands for it where there is none, and null where it is switched off. */
async function findTemplate(trx: Trx, { template, title, text, ways }: ServerMessage) {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('sys_sms_template') is not null as "isThere"`.execute(trx)
  const plain = { title, text, html: null, ways }
  if (!rows[0]?.isThere) return plain
  const stored = await sql`select 1 from sys_sms_template where template_code = ${template}`.execute(trx)
  return stored.rows.length > 0 ? await readTemplate(trx, { template }) : plain
}

/** Sends a message to users, each by the ways of the template and by what the user has chosen in 新消息通知. */
export async function sendServerMessage(
  db: Pick<Database, 'notify'>,
  trx: Trx,
  userIds: readonly string[],
  message: ServerMessage,
): Promise<void> {
  const template = await findTemplate(trx, message)
  if (!template) return
  const read = (key: string): string => message.values[key] ?? ''
  const texts = {
    title: fillPlaceholders(template.title, read),
    text: fillPlaceholders(template.text, read),
    html: template.html === null ? null : fillPlaceholders(template.html, (key) => escapeHtml(read(key))),
  }
  const now = currentTime()
  const persons = (await readRecipients(trx, userIds)).flatMap((recipient) =>
    template.ways.filter(isForPerson).map((way) => ({ ...planFor(recipient, way, now), texts })),
  )
  const groups = template.ways.filter((way) => !isForPerson(way)).map((way) => ({ way, to: '', texts }))
  const transaction = { trx, notify: (channel: string, payload: string) => db.notify(channel, payload, trx) }
  await deliverMessages(transaction, [...persons, ...groups], { page: message.page })
}
