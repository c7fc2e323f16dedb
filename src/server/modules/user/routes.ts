import { sql } from 'kysely'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { aliasList, documentOf, readable, readRecords } from '../../records/list-route.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import type { ReadServices } from '../../records/services.ts'
import { DepartQuery } from './shape.ts'

const MAX_USERS = 1000

/** Users as pickers and lists read them; what is never a field of the document (the password) is never read. */
export const userRoutes: Plugin<ReadServices> = (app, services) => {
  aliasList(app, services, '/sys/user/list', 'system/user')
  const { entry, access } = documentOf(services, 'system/user')

  app.route<{ Querystring: DepartQuery }>({
    method: 'GET',
    url: '/sys/user/queryUserByDepId',
    config: { access },
    schema: { querystring: DepartQuery },
    handler: async ({ user, query: { id, realname } }) => {
      const view = readable(services, entry(), user)
      const asked = readListRequest(
        realname ? { realname: `*${realname}*` } : {},
        view.columns,
        view.fallbackSort,
        view.sortable,
      )
      // Of the department and of those below it, whose codes continue its own.
      const within = sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = t.id and starts_with(d.org_code, (select org_code from sys_depart where id = ${id})))`
      const { records } = await readRecords(services, view, { ...asked, pageSize: MAX_USERS }, [within])
      return ok(records)
    },
  })
}
