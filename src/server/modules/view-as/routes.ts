import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { Id } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { viewCode } from '../../platform/http/requests/view-as.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { readHead } from '../../records/read/record.ts'
import { openResource } from '../../records/record-routes.ts'
import type { RecordServices } from '../../records/services.ts'
import type { SessionServices } from '../session/interface.ts'

export type ViewServices = RecordServices & Pick<SessionServices, 'sessions'>

const refuse = defineRefusals({
  VIEW_SELF: '不用切换，您看到的就是自己的界面',
  VIEW_BEYOND: '该用户有您没有的权限，不能以其身份查看',
})

const StartBody = Type.Object({ userId: Id })
const EndQuery = Type.Object({ id: Id })

const route = '/sys/user/viewAs'

/** Begins and ends a view; the requests of the view name it in the header `x-view-as`. */
export const viewRoutes: Plugin<ViewServices> = (app, services) => {
  const { db, sessions } = services
  const { entry } = bindDocument(services, 'system/user')

  app.route({
    method: 'POST',
    url: route,
    config: { access: viewCode },
    schema: { body: StartBody },
    handler: async (request) => {
      const { user, session, ip, body } = request
      if (body.userId === user.id) throw refuse('VIEW_SELF')
      const { resource, caller } = openResource(request, entry, services)
      const row = await readHead(db.app, resource, body.userId, caller.rules(resource))
      const viewed = row && (await sessions.person(body.userId))
      if (!viewed) throw appError('NO_ENTITY')
      if (sessions.excess(user, viewed) !== null) throw refuse('VIEW_BEYOND')
      const id = randomUUID()
      await db.write(async (trx) => {
        await sql`insert into sys_session_view (id, session, user_id) values (${id}, ${session}, ${viewed.id})`.execute(
          trx,
        )
        const content = `开始以「${viewed.realname}」的身份查看`
        await writeLog(trx, { type: 2, content, username: user.username, ip, route })
      })
      const { username, realname } = user
      return ok({ id, username: viewed.username, realname: viewed.realname, viewer: { username, realname } })
    },
  })

  app.route({
    method: 'DELETE',
    url: route,
    config: { access: 'self', forViewer: true },
    schema: { querystring: EndQuery },
    handler: async ({ user, session, ip, query }) => {
      await db.write(async (trx) => {
        const { rows } = await sql<{ name: string }>`
          with ended as (
            delete from sys_session_view where id = ${query.id} and session = ${session} returning user_id)
          select u.realname as name from ended e join sys_user u on u.id = e.user_id`.execute(trx)
        const [ended] = rows
        if (!ended) return
        const content = `结束以「${ended.name}」的身份查看`
        await writeLog(trx, { type: 2, content, username: user.username, ip, route })
      })
      return ok(null)
    },
  })
}
