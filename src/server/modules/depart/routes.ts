import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { LevelQuery, ListAllQuery, NameQuery, ParentQuery, SearchQuery } from './shape.ts'
import { departNode, departTree, idTree } from './tree.ts'
import { departReader, ownDeparts, withBelow } from './view.ts'

const refuse = defineRefusals({
  DEPART_NOT_FOUND: '未查询匹配数据！',
  DEPART_KEYS_MISSING: 'departId 和 orgCode 不能都为空！',
})

const split = (text: string): string[] => text.split(',').filter(Boolean)

/** Departments as trees, levels and paths. */
export const departRoutes: Plugin<ReadServices> = (app, services) => {
  const { access, read } = departReader(services)

  app.get('/sys/sysDepart/queryTreeList', { config: { access } }, async ({ user }) =>
    ok(departTree(await read(user))),
  )

  app.get('/sys/sysDepart/queryIdTree', { config: { access } }, async ({ user }) =>
    ok(idTree(departTree(await read(user)))),
  )

  // Positions of departments are departments here, so both addresses have the same nodes.
  for (const verb of ['queryDepartTreeSync', 'queryDepartAndPostTreeSync'])
    app.route({
      method: 'GET',
      url: `/sys/sysDepart/${verb}`,
      config: { access },
      schema: { querystring: LevelQuery },
      handler: async ({ user, query: { pid = '', primaryKey } }) => {
        const records = await read(user)
        const parents = new Set(records.map(({ parentId }) => String(parentId ?? '')))
        return ok(
          records
            .filter(({ parentId }) => String(parentId ?? '') === pid)
            .map((record) => ({
              ...departNode(record, []),
              isLeaf: !parents.has(String(record.id)),
              ...(primaryKey === 'orgCode' && { key: record.orgCode, value: record.orgCode }),
            })),
        )
      },
    })

  app.get('/sys/sysDepart/queryMyDeptTreeList', { config: { access: 'self' } }, async ({ user }) => {
    const responsible = await ownDeparts(services, user.id)
    // The message says which of the two the user is, and clients read nothing else of an ordinary user's answer.
    if (responsible.size === 0) return ok(null, '1')
    return ok(departTree(withBelow(await read(user), responsible)), '2')
  })

  // The page 我的部门: the departments that the user is responsible for, and those below them.
  const mine = bindDocument(services, 'system/my-depart')
  app.get(
    '/sys/sysDepart/mine',
    { config: { access: mine.access, listLoad: true } },
    async ({ user, query }) => {
      const view = readable(services, mine.entry(), user)
      const listRequest = parseListRequest(view, query)
      const isOwn = sql`exists (select 1 from sys_depart top
      where starts_with(t.org_code, top.org_code) and top.id = any(string_to_array((
        select depart_ids from sys_user where id = ${user.id} and user_identity = 2), ',')))`
      return ok(pageOfRecords(await readRecords(services, view, listRequest, [isOwn]), listRequest))
    },
  )

  const search = async (
    user: Parameters<typeof read>[0],
    { keyWord, myDeptSearch }: SearchQuery,
  ): Promise<JsonObject[]> => {
    const word = keyWord.trim()
    const matches = word === '' ? [] : await read(user, { departName: `*${word}*` })
    if (myDeptSearch !== '1') return matches
    const below = withBelow(await read(user), await ownDeparts(services, user.id))
    const ids = new Set(below.map(({ id }) => id))
    return matches.filter(({ id }) => ids.has(id))
  }

  for (const verb of ['searchBy', 'queryTreeByKeyWord'])
    app.route({
      method: 'GET',
      url: `/sys/sysDepart/${verb}`,
      config: { access },
      schema: { querystring: SearchQuery },
      handler: async ({ user, query }) => {
        const matches = await search(user, query)
        if (matches.length === 0) throw refuse('DEPART_NOT_FOUND')
        return ok(matches.map((record) => departNode(record, [])))
      },
    })

  app.route({
    method: 'GET',
    url: '/sys/sysDepart/listAll',
    config: { access },
    schema: { querystring: ListAllQuery },
    handler: async ({ user, query: { id } }) => {
      const records = await read(user)
      if (id === undefined) return ok(records)
      const ids = new Set(split(id))
      return ok(records.filter((record) => ids.has(String(record.id))))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/sysDepart/queryAllParentId',
    config: { access },
    schema: { querystring: ParentQuery },
    handler: async ({ user, query: { departId, orgCode } }) => {
      const wanted = departId ?? orgCode
      if (wanted === undefined) throw refuse('DEPART_KEYS_MISSING')
      const records = await read(user)
      const byId = new Map(records.map((record) => [String(record.id), record]))
      const key = departId === undefined ? 'orgCode' : 'id'
      const buildPath = (start: JsonObject | undefined) => {
        const path: JsonObject[] = []
        for (let at = start; at; at = byId.get(String(at.parentId ?? ''))) {
          if (path.includes(at)) break
          path.unshift(at)
        }
        return {
          parentIds: path.map(({ id }) => String(id)),
          parentMap: Object.fromEntries(path.map((record) => [String(record.id), record])),
        }
      }
      return ok(
        Object.fromEntries(
          split(wanted).map((value) => [value, buildPath(records.find((record) => record[key] === value))]),
        ),
      )
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/sysDepart/getDepartName',
    config: { access },
    schema: { querystring: NameQuery },
    handler: async ({ user, query }) =>
      ok((await read(user)).find(({ orgCode }) => orgCode === query.orgCode) ?? null),
  })
}
