import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { buildCaller } from '../../records/caller.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { moveRecords } from '../../records/move/move.ts'
import { readHead } from '../../records/read/record.ts'
import { addTexts } from '../../records/read/wire.ts'
import { listRoutes, type RecordRouteServices, recordRoutes } from '../../records/record-routes.ts'
import { notFound } from '../../records/refuse.ts'
import { getResource } from '../../records/resource.ts'
import { writeRecords } from '../../records/transaction.ts'
import { type Inbox, isOut, readerColumns } from './inbox.ts'
import { readMessage, readMessages } from './messages.ts'
import { newsChannel, newsText } from './news.ts'
import { announcementPage, announcementPolicy } from './page.ts'
import { AnnouncementQuery, announcementId, messageId, ReadBody, SyncQuery } from './shape.ts'

export type AnnouncementServices = RecordRouteServices & ImportRouteServices & { inbox: Inbox }

/** The contract's list of users ends with a comma. */
const withoutLastComma = (body: unknown): unknown =>
  isJsonObject(body) && typeof body.userIds === 'string'
    ? { ...body, userIds: body.userIds.replace(/,$/, '') }
    : body

/** The announcements under the addresses of the contract, the inbox, and publishing. */
export function announcementRoutes(app: FastifyInstance, services: AnnouncementServices): void {
  const { db, dictionaries, inbox } = services
  const { entry } = bindDocument(services, announcementId)
  const { entry: messages } = bindDocument(services, messageId)
  const resource = () => getResource(entry().document, entry().documentHash, fieldValues)
  const may = (word: string) => () => `${getPerm(entry().document)}:${word}`

  /** The announcement for its keepers, under their row rules, or for its recipients without the columns that are not theirs. */
  const readVisible = async (user: SessionUser, id: string): Promise<JsonObject> => {
    const { columns } = resource()
    const isKeeper = holds(user, may('detail')())
    const rules = buildCaller(user, services).rules(resource())
    const managed = isKeeper ? await readHead(db.app, resource(), id, rules) : undefined
    if (!managed) await inbox.deliver(user.id)
    const isForUser: RawBuilder<unknown> = sql`${isOut} and exists (
      select 1 from sys_announcement_send s where s.annt_id = t.id and s.user_id = ${user.id})`
    const head = managed ?? (await readHead(db.app, resource(), id, [isForUser]))
    if (!head) throw notFound()
    const visible = managed ? [...columns.values()] : readerColumns(columns.values())
    const record: JsonObject = Object.fromEntries(visible.map(({ key }) => [key, head[key]]))
    await addTexts([record], visible, dictionaries)
    return record
  }

  const place = '/sys/annountCement'
  listRoutes(app, services, { place, readEntry: entry })
  importRoutesAt(app, services, place, entry)
  recordRoutes(app, services, {
    place,
    readEntry: entry,
    isContract: true,
    texts: { edit: '修改成功!', deleteBatch: '删除成功!' },
    omits: ['queryById'],
    readBody: withoutLastComma,
  })

  app.get(
    '/sys/annountCement/syncNotic',
    { config: { access: may('release') }, schema: { querystring: SyncQuery } },
    async ({ query: { anntId } }) => {
      if (anntId !== undefined) await db.notify(newsChannel, newsText({ announcements: [anntId] }))
      return ok(null)
    },
  )

  app.get(
    '/sys/annountCement/listByUser',
    { config: { access: 'self', background: true } },
    async (request, reply) => {
      const { user, headers } = request
      const requestTag = headers['if-none-match']
      reply.header('cache-control', 'private, no-cache')
      const unchanged = (tag: string) => reply.header('etag', tag).code(304).send()
      const tag = inbox.findTag(user.id)
      if (tag !== null && tag === requestTag) return unchanged(tag)
      const now = await inbox.read(user.id)
      if (now.tag === requestTag) return unchanged(now.tag)
      reply.header('etag', now.tag)
      return ok(now.unread)
    },
  )

  app.get(
    '/sys/annountCement/queryById',
    { config: { access: 'self' }, schema: { querystring: AnnouncementQuery } },
    async ({ user, query: { id } }) => {
      const record = await readVisible(user, id)
      // The contract's list has a comma after its last member.
      if (typeof record.userIds === 'string') record.userIds = record.userIds.replace(/,?$/, ',')
      return ok(record)
    },
  )

  app.get(
    `${place}/show/:id`,
    { config: { access: 'self' }, schema: { params: AnnouncementQuery } },
    async ({ user, params: { id } }, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', announcementPolicy)
        .send(announcementPage(await readVisible(user, id))),
  )

  for (const [url, code] of [
    ['/sys/annountCement/doReleaseData', 'release'],
    ['/sys/annountCement/doReovkeData', 'revoke'],
  ] as const) {
    app.get(
      url,
      {
        config: { access: may(code), changes: true },
        schema: { querystring: AnnouncementQuery },
      },
      async ({ user, query: { id } }) => {
        const move = resource().screen.flow?.moves.find((candidate) => candidate.code === code)
        if (!move) throw appError('NOT_FOUND')
        await writeRecords(services, (transaction) =>
          moveRecords(transaction, resource(), buildCaller(user, services), move, [id]),
        )
        return ok(null, move.done)
      },
    )
  }

  app.get(
    '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    { config: { access: 'self' } },
    async (request) => {
      await inbox.deliver(request.user.id)
      const { records, total, pageNo, pageSize } = await readMessages(
        services,
        resource(),
        messages(),
        request,
      )
      return ok(page(records, total, pageNo, pageSize))
    },
  )

  app.get(
    '/sys/sysAnnouncementSend/queryById',
    { config: { access: 'self' }, schema: { querystring: AnnouncementQuery } },
    async ({ user, query: { id } }) => {
      const record = await readMessage(services, resource(), messages(), user, id)
      if (!record) throw notFound()
      return ok(record)
    },
  )

  app.put(
    '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    { config: { access: 'self' }, schema: { body: ReadBody } },
    async ({ user, body: { anntId } }) => {
      await inbox.deliver(user.id)
      const { rows } = await sql`
        update sys_announcement_send set read_flag = '1', read_time = coalesce(read_time, localtimestamp(0))
        where annt_id = ${anntId} and user_id = ${user.id} returning id`.execute(db.app)
      if (rows.length === 0) throw notFound()
      await inbox.changed(user.id)
      return ok(null)
    },
  )

  const readAll = async ({ user }: Pick<FastifyRequest, 'user'>) => {
    await inbox.deliver(user.id)
    await sql`update sys_announcement_send set read_flag = '1', read_time = localtimestamp(0)
      where user_id = ${user.id} and read_flag = '0'`.execute(db.app)
    await inbox.changed(user.id)
    return ok(null, '全部已读')
  }
  app.put('/sys/sysAnnouncementSend/readAll', { config: { access: 'self' } }, readAll)
  app.post('/sys/annountCement/clearAllUnReadMessage', { config: { access: 'self' } }, readAll)
}
