import { sql } from 'kysely'
import type { Live } from '../../platform/live/live.ts'
import type { Db } from '../../platform/store/database.ts'
import { released } from './shape.ts'

export const newsChannel = 'announcement'

/** Notifications between instances: an announcement changed, or a user has read messages. */
export type News = { announcement: string } | { reader: string }

/** The payload of a message on `newsChannel`. */
export const newsText = (news: News): string => JSON.stringify(news)

interface Found {
  titile: string
  msgType: string | null
  msgCategory: string | null
  sendStatus: string
  readers: string[]
}

/** Notifies the open pages of the recipients of an announcement; for a withdrawn one the text is empty. */
export async function pushAnnouncement(db: Db, live: Pick<Live, 'tell'>, id: string): Promise<void> {
  const { rows } = await sql<Found>`
    select t.titile, t.msg_type as "msgType", t.msg_category as "msgCategory", t.send_status as "sendStatus",
      array(select s.user_id from sys_announcement_send s where s.annt_id = t.id and t.msg_type = 'USER') as readers
    from sys_announcement t where t.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return
  const msgTxt = row.sendStatus === released ? row.titile : ''
  // The contract's frame, and the category, by which a page follows the user's notification settings.
  const frame = { msgId: id, msgTxt, msgCategory: row.msgCategory }
  if (row.msgType !== 'USER') return live.tell({ cmd: 'topic', ...frame })
  for (const userId of row.readers) live.tell({ cmd: 'user', userId, ...frame }, new Set([userId]))
}
