import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { aliasList, bindDocument, readable, readRecords } from '../../records/list/list-route.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import { listRoutes, type RecordRouteServices, recordRoutes } from '../../records/record-routes.ts'
import { RoleCodeQuery } from './shape.ts'

const MAX_ROLES = 1000

const refuse = defineRefusals({ ROLES_NOT_FOUND: '未找到角色信息', ROLE_CODE_TAKEN: '角色编码已存在' })

export type RoleServices = RecordRouteServices & ImportRouteServices

/** The records of roles, and roles as pickers read them. */
export const roleRoutes: Plugin<RoleServices> = (app, services) => {
  const { entry, access } = bindDocument(services, 'system/role')
  const address = { place: '/sys/role', readEntry: entry }
  listRoutes(app, services, address)
  recordRoutes(app, services, {
    ...address,
    isContract: true,
    texts: { edit: '修改成功!', delete: '删除角色成功', deleteBatch: '删除角色成功!' },
    idsMissing: '未选中角色！',
  })
  importRoutesAt(app, services, address.place, entry)

  // Roles belong to no tenant, so the list of a tenant's roles is the list of all.
  aliasList(app, services, '/sys/role/listByTenant', 'system/role')

  for (const verb of ['queryall', 'queryallNoByTenant'])
    app.get(`/sys/role/${verb}`, { config: { access } }, async ({ user }) => {
      const view = readable(services, entry(), user)
      const request = {
        ...readListRequest({}, view.columns, view.fallbackSort, view.sortable),
        pageSize: MAX_ROLES,
      }
      const { records } = await readRecords(services, view, request)
      if (records.length === 0) throw refuse('ROLES_NOT_FOUND')
      return ok(records)
    })

  app.route({
    method: 'GET',
    url: '/sys/role/checkRoleCode',
    config: { access: ({ user }) => (holds(user, 'role:edit') ? 'role:edit' : 'role:add') },
    schema: { querystring: RoleCodeQuery },
    handler: async ({ query: { id = '', roleCode } }) => {
      const taken = await services.db.app
        .selectFrom('sys_role')
        .select('id')
        .where('role_code', '=', roleCode)
        .where('id', '!=', id)
        .executeTakeFirst()
      if (taken) throw refuse('ROLE_CODE_TAKEN')
      return ok(null)
    },
  })
}
