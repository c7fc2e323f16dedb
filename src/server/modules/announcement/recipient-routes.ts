import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Trx } from '../../platform/store/database.ts'
import { buildCaller } from '../../records/caller.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { and } from '../../records/query/condition.ts'
import { notFound } from '../../records/refuse.ts'
import { getResource } from '../../records/resource.ts'
import { idList } from '../../records/write/remove.ts'
import { newId } from '../../records/write.ts'
import type { AnnouncementServices } from './routes.ts'
import {
  announcementId,
  RecipientBody,
  RecipientEditBody,
  RecipientIdQuery,
  RecipientIdsQuery,
  RecipientListQuery,
} from './shape.ts'

const place = '/sys/sysAnnouncementSend'

const refuse = defineRefusals({
  RECIPIENT_TWICE: '这位用户已经是收件人',
  RECIPIENT_OF_ALL: '这条通告发给全体用户，不能去掉某个收件人；不再需要时请撤销通告',
})

const select = sql`select s.id, s.annt_id as "anntId", s.user_id as "userId", s.read_flag as "readFlag",
    s.read_time as "readTime", s.create_by as "createBy", s.create_time as "createTime",
    s.update_by as "updateBy", s.update_time as "updateTime"
  from sys_announcement_send s`

/** The recipients of announcements, and whether they have read them, for those who publish announcements. */
export const recipientRoutes: Plugin<AnnouncementServices> = (app, services) => {
  const { db, inbox } = services
  const { entry } = bindDocument(services, announcementId)
  const config = (word: string) => ({ access: () => `${getPerm(entry().document)}:${word}` })
  /** Whether the user may see the announcement `id`: the rules on announcements bind their recipients too. */
  const isVisible = (user: SessionUser, id: RawBuilder<unknown>): RawBuilder<unknown> => {
    const { document, documentHash } = entry()
    const rules = buildCaller(user, services).rules(getResource(document, documentHash, fieldValues))
    return sql`exists (select 1 from sys_announcement t
      where t.id = ${id} and t.del_flag = 0 and ${and(rules)})`
  }

  app.get(
    `${place}/list`,
    { config: { ...config('detail'), listLoad: true }, schema: { querystring: RecipientListQuery } },
    async ({ user, query: { anntId, userId, readFlag, pageNo, pageSize } }) => {
      const filters = { annt_id: anntId, user_id: userId, read_flag: readFlag }
      const conditions: RawBuilder<unknown>[] = Object.entries(filters).flatMap(([column, value]) =>
        value ? [sql`${sql.ref(`s.${column}`)} = ${value}`] : [],
      )
      const where = sql`where ${and([isVisible(user, sql`s.annt_id`), ...conditions])}`
      const { rows } = await sql`${select} ${where} order by s.create_time desc, s.id
        limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db.app)
      const counted = await sql<{ n: number }>`
        select count(*)::int as n from sys_announcement_send s ${where}`.execute(db.app)
      return ok(page(rows, counted.rows[0]?.n ?? 0, pageNo, pageSize))
    },
  )

  app.post(
    `${place}/add`,
    { config: config('release'), schema: { body: RecipientBody } },
    async ({ user, body: { anntId, userId } }) => {
      await db.write(async (trx) => {
        const both = await sql`select 1 from sys_user u
          where u.id = ${userId} and u.del_flag = 0 and ${isVisible(user, sql`${anntId}`)}`.execute(trx)
        if (both.rows.length === 0) throw notFound()
        const { rows } = await sql`
          insert into sys_announcement_send (id, rev, create_by, create_time, annt_id, user_id, read_flag)
          values (${newId()}, 1, ${user.username}, localtimestamp(0), ${anntId}, ${userId}, '0')
          on conflict do nothing returning id`.execute(trx)
        if (rows.length === 0) throw refuse('RECIPIENT_TWICE')
      })
      await inbox.changed(userId)
      return ok(null, '添加成功！')
    },
  )

  app.route({
    method: ['PUT', 'POST'],
    url: `${place}/edit`,
    config: config('release'),
    schema: { body: RecipientEditBody },
    handler: async ({ user, body: { id, readFlag } }) => {
      const { rows } = await sql<{ userId: string }>`
        update sys_announcement_send s set read_flag = coalesce(${readFlag ?? null}, read_flag),
          read_time = case coalesce(${readFlag ?? null}, read_flag)
            when '1' then coalesce(read_time, localtimestamp(0)) end,
          update_by = ${user.username}, update_time = localtimestamp(0), rev = rev + 1
        where s.id = ${id} and ${isVisible(user, sql`s.annt_id`)} returning user_id as "userId"`.execute(
        db.app,
      )
      if (!rows[0]) throw notFound()
      await inbox.changed(rows[0].userId)
      return ok(null, '修改成功!')
    },
  })

  /** A message to all users gets its rows at each reading of an inbox, so a removed one would return unread. */
  async function removeOne(trx: Trx, user: SessionUser, id: string): Promise<string> {
    const { rows } = await sql<{ userId: string; msgType: string }>`
      select s.user_id as "userId", t.msg_type as "msgType" from sys_announcement_send s
      join sys_announcement t on t.id = s.annt_id
      where s.id = ${id} and ${isVisible(user, sql`s.annt_id`)} for update of s`.execute(trx)
    if (!rows[0]) throw notFound()
    if (rows[0].msgType === 'ALL') throw refuse('RECIPIENT_OF_ALL')
    await sql`delete from sys_announcement_send where id = ${id}`.execute(trx)
    return rows[0].userId
  }
  const remove = async (user: SessionUser, ids: readonly string[]): Promise<void> => {
    const users = await db.write(async (trx) => {
      const removed: string[] = []
      for (const id of [...ids].sort()) removed.push(await removeOne(trx, user, id))
      return new Set(removed)
    })
    for (const userId of users) await inbox.changed(userId)
  }

  app.delete(
    `${place}/delete`,
    { config: config('release'), schema: { querystring: RecipientIdQuery } },
    async ({ user, query: { id } }) => {
      await remove(user, [id])
      return ok(null, '删除成功!')
    },
  )

  app.delete(
    `${place}/deleteBatch`,
    { config: config('release'), schema: { querystring: RecipientIdsQuery } },
    async ({ user, query: { ids } }) => {
      await remove(user, idList(ids))
      return ok(null, '批量删除成功！')
    },
  )
}
