import { designRead } from '../../../documents/check/constants.ts'
import { ok, page } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import type { DesignServices } from '../../design/interface.ts'
import { openHeads } from './heads.ts'
import { CodeQuery, HeadQuery, HeadsQuery, IdQuery, TableQuery } from './shape.ts'
import { requireFree } from './store.ts'

const has = (text: unknown, part: string): boolean =>
  String(text).toLowerCase().includes(part.replaceAll('*', '').toLowerCase())

/** Heads, fields and indexes of online forms (docs/http.md, "Head routes"): those of the documents, with the user's drafts. */
export const headReadRoutes: Plugin<DesignServices> = (app, services) => {
  const config = { access: designRead }

  app.route({
    method: 'GET',
    url: '/online/cgform/head/list',
    config,
    schema: { querystring: HeadsQuery },
    handler: async ({ user, query }) => {
      const {
        copyType = 0,
        physicId,
        tableName = '',
        tableTxt = '',
        tableType,
        pageNo = 1,
        pageSize = 10,
      } = query
      const found = (await openHeads(services, user))
        .list()
        .filter(
          (head) =>
            head.copyType === copyType &&
            (physicId === undefined || head.physicId === physicId) &&
            has(head.tableName, tableName) &&
            has(head.tableTxt, tableTxt) &&
            (tableType === undefined || head.tableType === tableType),
        )
      const start = (pageNo - 1) * pageSize
      return ok(page(found.slice(start, start + pageSize), found.length, pageNo, pageSize))
    },
  })

  for (const verb of ['queryById', 'tableInfo'])
    app.route({
      method: 'GET',
      url: `/online/cgform/head/${verb}`,
      config,
      schema: { querystring: IdQuery },
      handler: async ({ user, query }) => ok((await openHeads(services, user)).configuration(query.id).head),
    })

  app.route({
    method: 'GET',
    url: '/online/cgform/field/listByHeadId',
    config,
    schema: { querystring: HeadQuery },
    handler: async ({ user, query }) =>
      ok((await openHeads(services, user)).configuration(query.headId).fields),
  })

  app.route({
    method: 'GET',
    url: '/online/cgform/field/listByHeadCode',
    config,
    schema: { querystring: CodeQuery },
    handler: async ({ user, query }) =>
      ok((await openHeads(services, user)).configuration(query.headCode).fields),
  })

  app.route({
    method: 'GET',
    url: '/online/cgform/index/listByHeadId',
    config,
    schema: { querystring: HeadQuery },
    handler: async ({ user, query }) =>
      ok((await openHeads(services, user)).configuration(query.headId).indexs),
  })

  app.route({
    method: 'GET',
    url: '/online/cgform/api/checkOnlyTable',
    config,
    schema: { querystring: TableQuery },
    handler: async ({ user, query: { tbname, id } }) => {
      requireFree(await openHeads(services, user), tbname.toLowerCase(), id)
      return ok(null)
    },
  })
}
