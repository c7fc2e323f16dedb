import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Live } from '../../platform/live/live.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { addTexts, toWire } from '../../records/read/wire.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { type News, newsChannel, newsText, pushAnnouncements } from './news.ts'
import { type SystemMessage, sendSystemMessages } from './send-message.ts'
import { announcementId, released } from './shape.ts'

/** The content of the inbox: the newest unread messages of each kind, and their numbers. */
export interface Unread {
  anntMsgList: JsonObject[]
  anntMsgTotal: number
  sysMsgList: JsonObject[]
  sysMsgTotal: number
}

export interface Inbox {
  /** The tag of this user's inbox when it cannot have changed since it was read, else null. Makes no query. */
  findTag(userId: string): string | null
  read(userId: string): Promise<{ tag: string; unread: Unread }>
  /** Creates this user's rows for messages to all users; nothing where the requester only reads. */
  deliver(userId: string): Promise<void>
  /** Must be called after a user's own rows changed. */
  changed(userId: string): Promise<void>
  /** Sends a message of the server to one user; nothing where announcements have no document. */
  send(message: SystemMessage): Promise<void>
}

/** Completed when the read has ended; removing it in the meantime prevents caching the result. */
interface Mark {
  tag: string | null
  /** The time (ms) at which the first of the unread messages ends. */
  until: number
}

const MAX_SHOWN = 5
const MAX_MARKS = 20_000
/** The recipients are private. */
const notForReaders = new Set(['users', 'userIds', 'orgCodes'])

/** The columns of an announcement that its readers may see. */
export const readerColumns = (columns: Iterable<Column>): Column[] =>
  [...columns].filter(({ key }) => !notForReaders.has(key))

/** Published, not withdrawn, not deleted; the announcement is `t`. */
export const isOut: RawBuilder<unknown> = sql`t.del_flag = 0 and t.send_status = ${released}`

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27)

/** One cache of inboxes per instance, updated through the notification channel. */
export async function openInbox(
  services: Pick<ReadServices, 'db' | 'documents' | 'dictionaries'> &
    Pick<PlatformServices, 'log'> & { live: Live },
): Promise<Inbox> {
  const { db, dictionaries, documents, live, log } = services
  const { entry } = bindDocument(services, announcementId)
  const marks = new Map<string, Mark>()

  const hear = (payload: string) => {
    const news: News = JSON.parse(payload)
    if ('reader' in news) return void marks.delete(news.reader)
    if (news.readers) for (const reader of news.readers) marks.delete(reader)
    else marks.clear()
    if (news.readers && !live.hasPages(news.readers)) return
    pushAnnouncements(db.app, live, news.announcements).catch((error: unknown) =>
      log.warn({ err: error }, 'announcements could not be pushed'),
    )
  }
  await db.listen(newsChannel, hear, () => marks.clear())

  const deliver = async (userId: string) => {
    if (!currentRequester().readsOnly) await makeRows(db.app, userId)
  }

  return {
    deliver,
    async send(message) {
      if (documents.screen(announcementId)) await sendSystemMessages(db, message)
    },
    findTag(userId) {
      const mark = marks.get(userId)
      return mark && Date.now() < mark.until ? mark.tag : null
    },
    async read(userId) {
      const { document, documentHash } = entry()
      const columns = readerColumns(getResource(document, documentHash, fieldValues).columns.values())
      if (marks.size >= MAX_MARKS) marks.clear()
      const mark: Mark = { tag: null, until: 0 }
      // A page that shows another user's screens reads what was delivered before, which is not the whole inbox.
      if (!currentRequester().readsOnly) marks.set(userId, mark)
      await deliver(userId)
      const rows = await newest(db.app, userId, columns)
      const records = rows.map((row) => ({ row, record: toWire(row, columns) }))
      await addTexts(
        records.map(({ record }) => record),
        columns,
        dictionaries,
      )
      const of = (category: string) => {
        const matches = records.filter(({ row }) => row.msg_category === category)
        return {
          list: matches.map(({ record }) => record),
          total: Number(matches[0]?.row['#total'] ?? 0),
        }
      }
      const [announced, system] = [of('1'), of('2')]
      const unread = {
        anntMsgList: announced.list,
        anntMsgTotal: announced.total,
        sysMsgList: system.list,
        sysMsgTotal: system.total,
      }
      mark.tag = `"${digest(unread)}"`
      const secondsLeft = rows[0]?.['#left'] ?? null
      mark.until = secondsLeft === null ? Number.POSITIVE_INFINITY : Date.now() + Number(secondsLeft) * 1000
      return { tag: mark.tag, unread }
    },
    async changed(userId) {
      marks.delete(userId)
      await db.notify(newsChannel, newsText({ reader: userId }))
    },
  }
}

/** The contract's rule: messages that ended before the user was created are omitted, and messages without an end reach no user. */
async function makeRows(db: Db, userId: string): Promise<void> {
  await sql`
    insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
    select gen_random_uuid()::text, 1, u.username, localtimestamp(0), t.id, u.id, '0'
    from sys_announcement t join sys_user u on u.id = ${userId}
    where ${isOut} and t.msg_type = 'ALL' and t.end_time >= u.create_time
      and not exists (select 1 from sys_announcement_send s where s.annt_id = t.id and s.user_id = u.id)
    on conflict do nothing`.execute(db)
}

/** `#total` counts the unread rows of the row's kind, `#left` is the time in seconds until the first of them ends. */
async function newest(db: Db, userId: string, columns: readonly Column[]): Promise<JsonObject[]> {
  const { rows } = await sql<JsonObject>`
    select * from (
      select ${sql.join(columns.map(({ ref }) => ref))},
        count(*) over kind as "#total",
        row_number() over (kind order by t.create_time desc nulls last, t.id desc) as "#place",
        extract(epoch from min(t.end_time) over () - localtimestamp)::float8 as "#left"
      from sys_announcement_send s join sys_announcement t on t.id = s.annt_id
      where s.user_id = ${userId} and s.read_flag = '0' and ${isOut}
        and (t.end_time is null or t.end_time >= localtimestamp)
      window kind as (partition by t.msg_category)) as unread
    where "#place" <= ${MAX_SHOWN} order by "#place"`.execute(db)
  return rows
}
