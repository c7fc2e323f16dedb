import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import { documentOf, readable, readRecords } from '../../records/list-route.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import type { ReadServices } from '../../records/services.ts'
import { SearchQuery } from './shape.ts'
import { departNode, departTree, idTree } from './tree.ts'

const MAX_DEPARTS = 5000

const refuse = defineRefusals({ DEPART_NOT_FOUND: '未查询匹配数据！' })

/** All departments at once: an institution has a few hundred at most. */
export const departRoutes: Plugin<ReadServices> = (app, services) => {
  const { entry, access } = documentOf(services, 'system/depart')
  const read = async (user: SessionUser, conditions: Record<string, string> = {}) => {
    const view = readable(services, entry(), user)
    const listRequest = readListRequest(conditions, view.columns, view.fallbackSort, view.sortable)
    return (await readRecords(services, view, { ...listRequest, pageSize: MAX_DEPARTS })).records
  }

  app.get('/sys/sysDepart/queryTreeList', { config: { access } }, async ({ user }) =>
    ok(departTree(await read(user))),
  )

  app.get('/sys/sysDepart/queryIdTree', { config: { access } }, async ({ user }) =>
    ok(idTree(departTree(await read(user)))),
  )

  app.route<{ Querystring: SearchQuery }>({
    method: 'GET',
    url: '/sys/sysDepart/searchBy',
    config: { access },
    schema: { querystring: SearchQuery },
    handler: async ({ user, query: { keyWord } }) => {
      const word = keyWord.trim()
      const matches = word === '' ? [] : await read(user, { departName: `*${word}*` })
      if (matches.length === 0) throw refuse('DEPART_NOT_FOUND')
      return ok(matches.map((record) => departNode(record, [])))
    },
  })
}
