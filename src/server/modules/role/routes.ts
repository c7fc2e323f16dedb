import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { aliasList, documentOf, readable, readRecords } from '../../records/list-route.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import type { ReadServices } from '../../records/services.ts'

const MAX_ROLES = 1000

const refuse = defineRefusals({ ROLES_NOT_FOUND: '未找到角色信息' })

/** Roles as pickers read them. */
export const roleRoutes: Plugin<ReadServices> = (app, services) => {
  aliasList(app, services, '/sys/role/list', 'system/role')
  const { entry, access } = documentOf(services, 'system/role')

  app.get('/sys/role/queryall', { config: { access } }, async ({ user }) => {
    const view = readable(services, entry(), user)
    const request = {
      ...readListRequest({}, view.columns, view.fallbackSort, view.sortable),
      pageSize: MAX_ROLES,
    }
    const { records } = await readRecords(services, view, request)
    if (records.length === 0) throw refuse('ROLES_NOT_FOUND')
    return ok(records)
  })
}
