import { sql } from 'kysely'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import {
  aliasList,
  bindDocument,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import { aliasRecords } from '../../records/record-routes.ts'
import type { RecordServices } from '../../records/services.ts'
import { HomeQuery } from './shape.ts'

const refuse = defineRefusals({
  HOME_FIXED: '默认首页不能更换：请在「角色首页」里给角色另设首页',
})

const documentId = 'system/role-index'
/** The page that clients open for users whose roles have no home page of their own. */
const defaultHome = { url: '/dashboard/analysis', component: 'dashboard/Analysis', route: true, status: '1' }

/** The home pages of roles. */
export const roleHomeRoutes: Plugin<RecordServices> = (app, services) => {
  const { entry, access } = bindDocument(services, documentId)
  aliasList(app, services, '/sys/sysRoleIndex/list', documentId)
  aliasRecords(app, services, '/sys/sysRoleIndex', documentId)

  app.get('/sys/sysRoleIndex/queryDefIndex', { config: { access: 'self' } }, () => ok(defaultHome))

  app.put('/sys/sysRoleIndex/updateDefIndex', { config: { access: 'system:role-index:edit' } }, async () => {
    throw refuse('HOME_FIXED')
  })

  app.route({
    method: 'GET',
    url: '/sys/sysRoleIndex/queryByCode',
    config: { access },
    schema: { querystring: HomeQuery },
    handler: async ({ user, query: { roleCode } }) => {
      const view = readable(services, entry(), user)
      const request = { ...parseListRequest(view, {}), pageSize: 1 }
      const { records } = await readRecords(services, view, request, [sql`t.role_code = ${roleCode}`])
      return ok(records[0] ?? null)
    },
  })
}
