import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { readDeparts } from '../session/interface.ts'
import { HeadQuery, IdsQuery, PathQuery } from './shape.ts'
import { departReader } from './view.ts'

/** The names of a department and of those above it, from the top; null for an unknown one. */
function formatPathName(records: readonly JsonObject[], found: JsonObject | undefined): string | null {
  const byId = new Map(records.map((record) => [String(record.id), record]))
  const path: JsonObject[] = []
  for (let at = found; at && !path.includes(at); at = byId.get(String(at.parentId ?? ''))) path.unshift(at)
  return path.length > 0 ? path.map(({ departName }) => String(departName ?? '')).join('/') : null
}

/** Look-ups of version 3 of the contract's client: departments as their tree shows them to the caller. */
export const departClientRoutes: Plugin<ReadServices> = (app, services) => {
  const { access, read } = departReader(services)
  const users = bindDocument(services, 'system/user')

  app.route({
    method: 'GET',
    url: '/sys/sysDepart/getDepartPathNameByOrgCode',
    config: { access },
    schema: { querystring: PathQuery },
    handler: async ({ user, query: { orgCode, depId } }) => {
      const records = await read(user)
      const found = records.find((record) => (orgCode ? record.orgCode === orgCode : record.id === depId))
      return ok(formatPathName(records, found))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/sysDepart/queryByIds',
    config: { access },
    schema: { querystring: IdsQuery },
    handler: async ({ user, query: { deptIds } }) => {
      const [records, ids] = [await read(user), new Set(deptIds.split(','))]
      return ok(
        records
          .filter(({ id }) => ids.has(String(id)))
          .map((record) => ({ ...record, departPathName: formatPathName(records, record) })),
      )
    },
  })

  app.get('/sys/sysDepart/getMyDepartList', { config: { access: 'self' } }, async ({ user }) =>
    ok(await readDeparts(services.db.app, user.id)),
  )

  // The users who are responsible for a department.
  app.route({
    method: 'GET',
    url: '/sys/sysDepart/getDepartmentHead',
    config: { access: 'user:list' },
    schema: { querystring: HeadQuery },
    handler: async ({ user, query: { departId, ...page } }) => {
      const view = readable(services, users.entry(), user)
      const listRequest = { ...parseListRequest(view, {}), ...page }
      const isHead = sql`t.user_identity = 2 and ${departId} = any(string_to_array(t.depart_ids, ','))`
      return ok(pageOfRecords(await readRecords(services, view, listRequest, [isHead]), listRequest))
    },
  })
}
