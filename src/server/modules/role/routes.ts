import { appError } from '../../../../runtime/kernel/errors.ts'
import { ok } from '../../http/envelope.ts'
import type { Plugin } from '../../http/route.ts'
import { aliasList, documentOf, readable, readRecords } from '../../resources/list-route.ts'
import { readListRequest } from '../../resources/query/parameters.ts'

const mostRoles = 1000

/** Roles as pickers read them. */
export const roleRoutes: Plugin = (app, services) => {
  aliasList(app, services, '/sys/role/list', 'system/role')
  const { entry, access } = documentOf(services, 'system/role')

  app.get('/sys/role/queryall', { config: { access } }, async ({ user }) => {
    const view = readable(services, entry(), user)
    const asked = {
      ...readListRequest({}, view.columns, view.fallbackSort, view.sortable),
      pageSize: mostRoles,
    }
    const { records } = await readRecords(services, view, asked)
    if (records.length === 0) throw appError('BUSINESS', { text: '未找到角色信息' })
    return ok(records)
  })
}
