import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { parseIds } from '../../../platform/http/id-shape.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { buildCaller } from '../../../records/caller.ts'
import { type ExportServices, exportRoute } from '../../../records/excel/export/export-route.ts'
import { type ImportRouteServices, importRoutesAt } from '../../../records/excel/import-route.ts'
import { answerList, bindDocument } from '../../../records/list/list-route.ts'
import { and } from '../../../records/query/condition.ts'
import { aliasRecords } from '../../../records/record-routes.ts'
import { getResource } from '../../../records/resource.ts'
import type { RecordServices } from '../../../records/services.ts'
import { writeRecords } from '../../../records/transaction.ts'
import { restoreRecords } from '../../../records/write/restore.ts'
import { translateViolation } from '../../../records/write/violation.ts'
import type { Dictionaries } from '../dictionaries.ts'
import { isItemTaken, refuseItemTaken } from './hooks.ts'
import {
  DictIdParams,
  DictIdPart,
  DictIds,
  dictId,
  ItemCheckQuery,
  itemId,
  TextParams,
  UsesQuery,
} from './shape.ts'
import { copyShipped } from './shipped.ts'
import { dictionaryUses } from './uses.ts'

const refuse = defineRefusals({
  DICT_PURGE_FAILED: '删除失败!',
  DICT_RESTORE_FAILED: '操作失败!',
  DICT_NOT_SHIPPED: '这个字典不由文档提供，不用接管',
})

export type DictAdminServices = RecordServices &
  ImportRouteServices &
  ExportServices & { dictionaries: Dictionaries }

const deleted = sql`
  id, dict_name as "dictName", dict_code as "dictCode", description, type, del_flag as "delFlag",
  update_by as "updateBy", update_time as "updateTime"`

/** Dictionaries and their items under the addresses of the contract; the records are those of two documents. */
export function dictAdminRoutes(app: FastifyInstance, services: DictAdminServices): void {
  const { db, dictionaries, documents } = services
  const { entry, access, rules, visibleAt } = bindDocument(services, dictId)
  const items = bindDocument(services, itemId)
  const may = (word: string) => () => `${getPerm(entry().document)}:${word}`

  app.get('/sys/dict/list', { config: { access, listLoad: true } }, (request) =>
    answerList(services, entry(), request),
  )
  aliasRecords(app, services, '/sys/dict', dictId, {
    texts: { add: '保存成功！', edit: '编辑成功!', deleteBatch: '删除成功!' },
  })
  exportRoute(app, services, '/sys/dict', entry)
  importRoutesAt(app, services, '/sys/dict', entry)

  app.get('/sys/dict/treeList', { config: { access, listLoad: true } }, async (request) => {
    const { result } = await answerList(services, entry(), {
      query: { pageSize: '500', ...(request.query as Record<string, string>) },
      user: request.user,
    })
    return ok(
      result.records.map((record) => ({ ...record, key: record.id, title: record.dictName, children: null })),
    )
  })

  app.get('/sys/dictItem/list', { config: { access: items.access, listLoad: true } }, (request) =>
    answerList(services, items.entry(), request),
  )
  aliasRecords(app, services, '/sys/dictItem', itemId, {
    texts: { add: '保存成功！', edit: '编辑成功!', deleteBatch: '删除成功!' },
  })

  app.get(
    '/sys/dictItem/dictItemCheck',
    { config: { access: items.access }, schema: { querystring: ItemCheckQuery } },
    async ({ query }) => {
      if (await isItemTaken(db.app, query.dictId, query.itemValue, query.id)) throw refuseItemTaken()
      return ok(null, '该值可用！')
    },
  )

  app.get(
    '/sys/dict/getDictText/:code/:key',
    { config: { access: 'self' }, schema: { params: TextParams } },
    async ({ params: { code, key } }) =>
      ok((await dictionaries.visibleTexts(code, new Set([key]))).get(key) ?? null),
  )

  app.get('/sys/dict/deleteList', { config: { access } }, async ({ user }) => {
    const where = and([sql`t.del_flag = 1`, ...rules(user)])
    const { rows } = await sql`
      select ${deleted} from sys_dict as t where ${where} order by update_time desc nulls last, id`.execute(
      db.app,
    )
    return ok(rows)
  })

  const purge = async (user: SessionUser, ids: readonly string[]) => {
    await db.write(async (trx) => {
      const where = and([sql`t.id = any(${ids}) and t.del_flag = 1`, ...rules(user)])
      const { rows } = await sql`delete from sys_dict as t where ${where} returning id`.execute(trx)
      if (rows.length < ids.length) throw refuse('DICT_PURGE_FAILED')
    })
    // A document's dictionary with the same code is listed again.
    await copyShipped(db, documents)
    return ok(null, '删除成功!')
  }
  const restore = async (user: SessionUser, ids: readonly string[]) => {
    const { document, documentHash } = entry()
    const resource = getResource(document, documentHash, fieldValues)
    await writeRecords(services, (transaction) =>
      restoreRecords(transaction, resource, buildCaller(user, services), ids),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NO_ENTITY') throw refuse('DICT_RESTORE_FAILED')
      throw translateViolation(resource, error)
    })
    return ok(null, '操作成功!')
  }

  // Buttons of documents send the id in the query of a deletion and in the body of other requests.
  app.delete(
    '/sys/dict/deletePhysic/:id',
    { config: { access: may('delete') }, schema: { params: DictIdParams } },
    ({ params, user }) => purge(user, [params.id]),
  )
  app.delete(
    '/sys/dict/deletePhysic',
    { config: { access: may('delete') }, schema: { querystring: DictIdPart } },
    ({ query, user }) => purge(user, [query.id]),
  )
  app.put(
    '/sys/dict/back/:id',
    { config: { access: may('delete') }, schema: { params: DictIdParams } },
    ({ params, user }) => restore(user, [params.id]),
  )
  app.put(
    '/sys/dict/back',
    { config: { access: may('delete') }, schema: { body: DictIdPart } },
    ({ body, user }) => restore(user, [body.id]),
  )
  app.delete(
    '/sys/dict/deleteRecycleBin',
    { config: { access: may('delete') }, schema: { querystring: DictIds } },
    ({ query, user }) => purge(user, parseIds(query.ids)),
  )
  app.put(
    '/sys/dict/putRecycleBin',
    { config: { access: may('delete') }, schema: { body: DictIds } },
    ({ body, user }) => restore(user, parseIds(body.ids)),
  )

  app.put(
    '/sys/dict/takeOver',
    { config: { access: may('edit') }, preHandler: visibleAt('id'), schema: { body: DictIdPart } },
    async ({ user, body: { id } }) => {
      // Only fixed items can be maintained here: a dictionary over a table keeps its source.
      const { rows } = await db.write((trx) =>
        sql<{ code: string }>`
          update sys_dict set origin = null, rev = rev + 1, update_by = ${user.username},
            update_time = localtimestamp(0)
          where id = ${id} and origin is not null and exists (select 1 from sys_dict_item i where i.dict_id = sys_dict.id)
          returning dict_code as code`.execute(trx),
      )
      if (!rows[0]) throw refuse('DICT_NOT_SHIPPED')
      await dictionaries.changed(rows[0].code)
      return ok(null, '接管成功！')
    },
  )

  app.get(
    '/sys/dict/uses',
    { config: { access }, schema: { querystring: UsesQuery } },
    async ({ query: { dictCode, itemValue } }) => {
      const uses = dictCode ? await dictionaryUses(db.app, dictCode, itemValue ? [itemValue] : null) : []
      return ok(uses.map((use) => ({ ...use, id: `${use.screen}#${use.field}` })))
    },
  )
}
