import { sql } from 'kysely'
import type { Live } from '../../platform/live/live.ts'
import type { Db } from '../../platform/store/database.ts'
import { released } from './shape.ts'

export const newsChannel = 'announcement'

/** Notifications between instances: announcements changed, of these readers only or of any; or a user has read messages. */
export type News = { announcements: readonly string[]; readers?: readonly string[] } | { reader: string }

/** The payload of a message on `newsChannel`. */
export const newsText = (news: News): string => JSON.stringify(news)

interface Found {
  id: string
  titile: string
  msgType: string | null
  msgCategory: string | null
  sendStatus: string
  readers: string[]
}

/** Notifies the open pages of the recipients of announcements; for a withdrawn one the text is empty. */
export async function pushAnnouncements(
  db: Db,
  live: Pick<Live, 'tell'>,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<Found>`
    select t.id, t.titile, t.msg_type as "msgType", t.msg_category as "msgCategory", t.send_status as "sendStatus",
      array(select s.user_id from sys_announcement_send s where s.annt_id = t.id and t.msg_type = 'USER') as readers
    from sys_announcement t where t.id = any(${ids}::text[])`.execute(db)
  for (const { id, titile, msgType, msgCategory, sendStatus, readers } of rows) {
    const msgTxt = sendStatus === released ? titile : ''
    // The contract's frame, and the category, by which a page follows the user's notification settings.
    const frame = { msgId: id, msgTxt, msgCategory }
    if (msgType !== 'USER') live.tell({ cmd: 'topic', ...frame })
    else for (const userId of readers) live.tell({ cmd: 'user', userId, ...frame }, new Set([userId]))
  }
}
