import { sql } from 'kysely'
import type { Database } from '../../platform/store/database.ts'
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
}

const MAX_TITLE = 100
const MAX_TEXT = 500
/** The value of `msg_category` for messages of the server. */
const SYSTEM_CATEGORY = '2'

/** Puts a message into the inbox of one user and shows it on the user's open pages. */
export const sendSystemMessage = (
  db: Database,
  { userId, title, text, record }: SystemMessage,
): Promise<void> =>
  db.write(async (trx) => {
    const id = newId()
    await sql`
      insert into sys_announcement (id, rev, create_by, create_time, titile, msg_abstract, msg_category, msg_type, user_ids,
        send_status, send_time, start_time, priority, open_type, open_page, bus_id)
      values (${id}, 1, 'system', localtimestamp(0), ${title.slice(0, MAX_TITLE)}, ${text.slice(0, MAX_TEXT)},
        ${SYSTEM_CATEGORY}, 'USER', ${userId}, ${released}, localtimestamp(0), localtimestamp(0), 'L',
        ${record ? 'component' : null}, ${record?.screen ?? null}, ${record?.id ?? null})`.execute(trx)
    await sql`
      insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
      values (${newId()}, 1, 'system', localtimestamp(0), ${id}, ${userId}, '0')`.execute(trx)
    await db.notify(newsChannel, newsText({ announcement: id }), trx)
  })
