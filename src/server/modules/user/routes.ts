import { sql } from 'kysely'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { aliasList, documentOf, readable, readRecords } from '../../records/list-route.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import type { ReadServices } from '../../records/services.ts'
import { DepartQuery } from './shape.ts'

const MAX_USERS = 1000

/** Users for pickers and lists. Only columns that are fields of the document are read, so never the password. */
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
      const listRequest = readListRequest(
        realname ? { realname: `*${realname}*` } : {},
        view.columns,
        view.fallbackSort,
        view.sortable,
      )
      // The department and its descendants, whose codes begin with its code.
      const within = sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = t.id and starts_with(d.org_code, (select org_code from sys_depart where id = ${id})))`
      const { records } = await readRecords(services, view, { ...listRequest, pageSize: MAX_USERS }, [within])
      return ok(records)
    },
  })
}
