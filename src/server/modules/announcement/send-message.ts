import { sql } from 'kysely'
import type { Database, Trx } from '../../platform/store/database.ts'
import { newId } from '../../records/write.ts'
import { newsChannel, newsText } from './news.ts'
import { released } from './shape.ts'

/** A message of the server to one user. */
export interface SystemMessage {
  userId: string
  /** At most 100 characters. */
  title: string
  /** At most 500 characters. */
  text: string
  /** The record that the message opens. */
  record?: { screen: string; id: string }
  /** The address of the page that the message opens, instead of a record. */
  page?: string
}

const MAX_TITLE = 100
const MAX_TEXT = 500
/** The value of `msg_category` for messages of the server. */
const SYSTEM_CATEGORY = '2'

type Notify = (channel: string, payload: string) => Promise<void>

/** Messages that one statement stores, and one notification between instances names: it takes at most 8000 bytes. */
const BATCH = 100

/**
 * Puts messages into the inboxes of their users in a transaction, and shows them on the users' open pages at the commit. In
 * small batches, between which the server answers others.
 */
async function writeSystemMessages(
  trx: Trx,
  notify: Notify,
  messages: readonly SystemMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH)
    await writeBatch(trx, notify, messages.slice(start, start + BATCH))
}

async function writeBatch(trx: Trx, notify: Notify, messages: readonly SystemMessage[]): Promise<void> {
  const rows = messages.map(({ userId, title, text, record, page }) => ({
    id: newId(),
    receipt: newId(),
    userId,
    title: title.slice(0, MAX_TITLE),
    text: text.slice(0, MAX_TEXT),
    openType: (record && 'component') ?? (page && 'url') ?? null,
    openPage: record?.screen ?? page ?? null,
    busId: record?.id ?? null,
  }))
  const values = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id text, receipt text, "userId" text,
    title text, text text, "openType" text, "openPage" text, "busId" text)`
  await sql`
    insert into sys_announcement (id, rev, create_by, create_time, titile, msg_abstract, msg_category, msg_type, user_ids,
      send_status, send_time, start_time, priority, open_type, open_page, bus_id)
    select m.id, 1, 'system', localtimestamp(0), m.title, m.text, ${SYSTEM_CATEGORY}, 'USER', m."userId", ${released},
      localtimestamp(0), localtimestamp(0), 'L', m."openType", m."openPage", m."busId"
    from ${values}`.execute(trx)
  await sql`
    insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
    select m.receipt, 1, 'system', localtimestamp(0), m.id, m."userId", '0' from ${values}`.execute(trx)
  const announcements = rows.map(({ id }) => id)
  const readers = [...new Set(rows.map(({ userId }) => userId))]
  await notify(newsChannel, newsText({ announcements, readers }))
}

/** Sends messages that come with a transaction. */
export const buildMessageSender =
  ({ trx, notify }: { trx: Trx; notify: Notify }) =>
  (...messages: readonly SystemMessage[]): Promise<void> =>
    writeSystemMessages(trx, notify, messages)

/** Sends messages in a transaction of their own: all or none. */
export const sendSystemMessages = (db: Database, ...messages: readonly SystemMessage[]): Promise<void> =>
  db.write((trx) =>
    writeSystemMessages(trx, (channel, payload) => db.notify(channel, payload, trx), messages),
  )
