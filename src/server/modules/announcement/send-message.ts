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

/** Puts a message into the inbox of one user in a transaction, and shows it on the user's open pages at the commit. */
async function writeSystemMessage(
  trx: Trx,
  notify: Notify,
  { userId, title, text, record, page }: SystemMessage,
): Promise<void> {
  const id = newId()
  const openType = (record && 'component') ?? (page && 'url') ?? null
  await sql`
    insert into sys_announcement (id, rev, create_by, create_time, titile, msg_abstract, msg_category, msg_type, user_ids,
      send_status, send_time, start_time, priority, open_type, open_page, bus_id)
    values (${id}, 1, 'system', localtimestamp(0), ${title.slice(0, MAX_TITLE)}, ${text.slice(0, MAX_TEXT)},
      ${SYSTEM_CATEGORY}, 'USER', ${userId}, ${released}, localtimestamp(0), localtimestamp(0), 'L',
      ${openType}, ${record?.screen ?? page ?? null}, ${record?.id ?? null})`.execute(trx)
  await sql`
    insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
    values (${newId()}, 1, 'system', localtimestamp(0), ${id}, ${userId}, '0')`.execute(trx)
  await notify(newsChannel, newsText({ announcement: id }))
}

/** Sends messages that come with a transaction. */
export const buildMessageSender =
  ({ trx, notify }: { trx: Trx; notify: Notify }) =>
  (message: SystemMessage): Promise<void> =>
    writeSystemMessage(trx, notify, message)

/** A message of its own transaction. */
export const sendSystemMessage = (db: Database, message: SystemMessage): Promise<void> =>
  db.write((trx) => writeSystemMessage(trx, (channel, payload) => db.notify(channel, payload, trx), message))
