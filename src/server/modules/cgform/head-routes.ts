import Type from 'typebox'
import { errorText } from '#runtime/kernel/errors.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { designRead } from '../../documents/constants.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { type CgformServices, screenEntry } from './routes.ts'
import { fieldsAnswer, headIdOf, headOf } from './view.ts'

export type HeadServices = CgformServices & { reloadDocuments(): Promise<unknown> }

const refuse = defineRefusals({
  ONLINE_TABLE_TAKEN: '数据库表[{table}]已存在,请修改表名',
  ONLINE_FORCED_SYNC: '强制同步会丢数据，请管理员按变更计划确认',
})

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z0-9_.-]+$' })
const HeadsQuery = Type.Object({
  copyType: Type.Optional(Type.Integer()),
  tableName: Type.Optional(Type.String({ maxLength: 100 })),
  tableTxt: Type.Optional(Type.String({ maxLength: 100 })),
  tableType: Type.Optional(Type.Integer()),
  pageNo: Type.Optional(Type.Integer({ minimum: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
})
type HeadsQuery = Type.Static<typeof HeadsQuery>
const IdQuery = Type.Object({ id: Name })
type IdQuery = Type.Static<typeof IdQuery>
const HeadQuery = Type.Object({ headId: Name })
type HeadQuery = Type.Static<typeof HeadQuery>
const TableQuery = Type.Object({ tbname: Name, id: Type.Optional(Type.String({ maxLength: 120 })) })
type TableQuery = Type.Static<typeof TableQuery>
const SyncParams = Type.Object({ headId: Name, mode: Type.Enum(['normal', 'force']) })
type SyncParams = Type.Static<typeof SyncParams>

/** The heads and fields of online forms (contract, section 18.6), read from documents. */
export const cgformHeadRoutes: Plugin<HeadServices> = (app, { documents, reloadDocuments }) => {
  const config = { access: designRead }
  const screens = () =>
    documents
      .entries()
      .flatMap(({ document, overlay }) => (overlay ? [] : (ofKind(document, 'screen') ?? [])))
      .filter(({ table }) => table?.name !== undefined)

  app.route<{ Querystring: HeadsQuery }>({
    method: 'GET',
    url: '/online/cgform/head/list',
    config,
    schema: { querystring: HeadsQuery },
    handler: async ({ query }) => {
      const { copyType = 0, tableName = '', tableTxt = '', tableType, pageNo = 1, pageSize = 10 } = query
      const has = (text: unknown, part: string) =>
        String(text).toLowerCase().includes(part.replaceAll('*', '').toLowerCase())
      const heads = copyType === 1 ? [] : screens().map(headOf)
      const found = heads.filter(
        (head) =>
          has(head.tableName, tableName) &&
          has(head.tableTxt, tableTxt) &&
          (tableType === undefined || head.tableType === tableType),
      )
      const start = (pageNo - 1) * pageSize
      return ok(page(found.slice(start, start + pageSize), found.length, pageNo, pageSize))
    },
  })

  for (const verb of ['queryById', 'tableInfo'])
    app.route<{ Querystring: IdQuery }>({
      method: 'GET',
      url: `/online/cgform/head/${verb}`,
      config,
      schema: { querystring: IdQuery },
      handler: async ({ query }) => ok(headOf(screenEntry(documents, query.id).document)),
    })

  app.route<{ Querystring: HeadQuery }>({
    method: 'GET',
    url: '/online/cgform/field/listByHeadId',
    config,
    schema: { querystring: HeadQuery },
    handler: async ({ query }) => ok(fieldsAnswer(screenEntry(documents, query.headId).document)),
  })

  app.route<{ Querystring: TableQuery }>({
    method: 'GET',
    url: '/online/cgform/api/checkOnlyTable',
    config,
    schema: { querystring: TableQuery },
    handler: async ({ query: { tbname, id } }) => {
      const owner = screens().find(({ table }) => table?.name === tbname.toLowerCase())
      if (owner && headIdOf(owner) !== id) throw refuse('ONLINE_TABLE_TAKEN', { values: { table: tbname } })
      return ok(null)
    },
  })

  app.route<{ Params: SyncParams }>({
    method: 'POST',
    url: '/online/cgform/api/doDbSynch/:headId/:mode',
    config: { access: 'design:release' },
    schema: { params: SyncParams },
    handler: async ({ params: { headId, mode } }) => {
      if (mode === 'force') throw refuse('ONLINE_FORCED_SYNC')
      await reloadDocuments()
      screenEntry(documents, headId)
      return ok(null, errorText('SAVED'))
    },
  })
}
