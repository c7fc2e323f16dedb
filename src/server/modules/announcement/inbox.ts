import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Services } from '../../app/services.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Database, Db } from '../../platform/store/database.ts'
import type { Column } from '../../records/column.ts'
import { documentOf } from '../../records/list-route.ts'
import { resourceOf } from '../../records/resource.ts'
import { addTexts, toWire } from '../../records/wire.ts'
import { type News, newsChannel, pushAnnouncement, tellNews } from './news.ts'
import { announcementId, released } from './shape.ts'

type Values = Record<string, unknown>

/** What the bell shows: the newest unread of each kind, and how many there are. */
export interface Unread {
  anntMsgList: Values[]
  anntMsgTotal: number
  sysMsgList: Values[]
  sysMsgTotal: number
}

export interface Inbox {
  /** The tag of what this person's bell shows, where nothing can have changed since it was read. Asks no database. */
  tagOf(userId: string): string | null
  read(userId: string): Promise<{ tag: string; unread: Unread }>
  /** Makes this person's rows of what is published for everybody. */
  deliver(userId: string): Promise<void>
  /** To be called after a person's own rows changed. */
  changed(userId: string): Promise<void>
}

/** Filled when the reading ended; whoever forgets it meanwhile keeps the answer from being remembered. */
interface Mark {
  tag: string | null
  /** The instant (ms) at which the first of the unread runs out. */
  until: number
}

const shown = 5
const MAX_MARKS = 20_000
/** Who else got it is nobody's business. */
const notForReaders = new Set(['users', 'userIds'])

/** The columns of an announcement that its readers may see. */
export const readerColumns = (columns: Iterable<Column>): Column[] =>
  [...columns].filter(({ key }) => !notForReaders.has(key))

/** Published, not taken back, not deleted; the announcement is `t`. */
export const isOut: RawBuilder<unknown> = sql`t.del_flag = 0 and t.send_status = ${released}`

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27)

/** One cache per instance of what each person's bell shows, kept true through the channel. */
export async function openInbox(
  services: Pick<Services, 'documents' | 'dictionaries'> & { db: Database; live: Live; log: Logger },
): Promise<Inbox> {
  const { db, dictionaries, live, log } = services
  const { entry } = documentOf(services, announcementId)
  const marks = new Map<string, Mark>()

  const hear = (payload: string) => {
    const news: News = JSON.parse(payload)
    if ('reader' in news) return void marks.delete(news.reader)
    marks.clear()
    pushAnnouncement(db.app, live, news.announcement).catch((error: unknown) =>
      log.warn({ err: error }, 'an announcement could not be pushed'),
    )
  }
  await db.listen(newsChannel, hear, () => marks.clear())

  const deliver = (userId: string) => makeRows(db.app, userId)

  return {
    deliver,
    tagOf(userId) {
      const mark = marks.get(userId)
      return mark && Date.now() < mark.until ? mark.tag : null
    },
    async read(userId) {
      const { document, rev } = entry()
      const columns = readerColumns(resourceOf(document, rev, fieldValues).columns.values())
      if (marks.size >= MAX_MARKS) marks.clear()
      const mark: Mark = { tag: null, until: 0 }
      marks.set(userId, mark)
      await deliver(userId)
      const rows = await newest(db.app, userId, columns)
      const records = rows.map((row) => ({ row, record: toWire(row, columns) }))
      await addTexts(
        records.map(({ record }) => record),
        columns,
        dictionaries,
      )
      const of = (category: string) => {
        const found = records.filter(({ row }) => row.msg_category === category)
        return {
          list: found.map(({ record }) => record),
          total: Number(found[0]?.row['#total'] ?? 0),
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
      const left = rows[0]?.['#left'] ?? null
      mark.until = left === null ? Number.POSITIVE_INFINITY : Date.now() + Number(left) * 1000
      return { tag: mark.tag, unread }
    },
    async changed(userId) {
      marks.delete(userId)
      await tellNews(db, { reader: userId })
    },
  }
}

/** The contract's rule: what ends before the person came is not theirs, and what never ends reaches nobody. */
async function makeRows(db: Db, userId: string): Promise<void> {
  await sql`
    insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
    select gen_random_uuid()::text, 1, u.username, localtimestamp(0), t.id, u.id, '0'
    from sys_announcement t join sys_user u on u.id = ${userId}
    where ${isOut} and t.msg_type = 'ALL' and t.end_time >= u.create_time
      and not exists (select 1 from sys_announcement_send s where s.annt_id = t.id and s.user_id = u.id)
    on conflict do nothing`.execute(db)
}

/** `#total` counts the unread of the row's kind, `#left` is the time in seconds until any of them runs out. */
async function newest(db: Db, userId: string, columns: readonly Column[]): Promise<Values[]> {
  const { rows } = await sql<Values>`
    select * from (
      select ${sql.join(columns.map(({ ref }) => ref))},
        count(*) over kind as "#total",
        row_number() over (kind order by t.create_time desc nulls last, t.id desc) as "#place",
        extract(epoch from min(t.end_time) over () - localtimestamp)::float8 as "#left"
      from sys_announcement_send s join sys_announcement t on t.id = s.annt_id
      where s.user_id = ${userId} and s.read_flag = '0' and ${isOut}
        and (t.end_time is null or t.end_time >= localtimestamp)
      window kind as (partition by t.msg_category)) as unread
    where "#place" <= ${shown} order by "#place"`.execute(db)
  return rows
}
