import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { writeLog } from '../../../platform/store/system-log.ts'
import { buildCaller } from '../../../records/caller.ts'
import { bindDocument } from '../../../records/list/list-route.ts'
import { recordRoutes } from '../../../records/record-routes.ts'
import { getResource } from '../../../records/resource.ts'
import type { RecordServices } from '../../../records/services.ts'
import { writeRecords } from '../../../records/transaction.ts'
import { idList, removeRecords } from '../../../records/write/remove.ts'
import { restoreShipped } from '../shipped-entries.ts'
import { readRemoval } from './removal.ts'

const place = '/sys/permission'
const refuse = defineRefusals({ MENU_PATH_TAKEN: '访问路径不允许重复，请重定义！' })

const EntryId = Type.String({ minLength: 1, maxLength: 200 })
const IdQuery = Type.Object({ id: EntryId })
const IdsQuery = Type.Object({ ids: Type.String({ maxLength: 20_000 }) })
const PathQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 200 })),
  url: Type.String({ maxLength: 1000 }),
  alwaysShow: Type.Optional(Type.Boolean()),
})

/** The entries of the menu as records: the addresses of the contract, the restoring and the removal with everything below. */
export const entryRoutes: Plugin<RecordServices> = (app, services) => {
  const { db } = services
  const { entry, requireVisible, visibleAt } = bindDocument(services, 'system/permission')
  recordRoutes(app, services, {
    place,
    readEntry: entry,
    isContract: true,
    omits: ['delete', 'deleteBatch'],
  })

  const resource = () => {
    const { document, documentHash } = entry()
    return getResource(document, documentHash, fieldValues)
  }

  const remove = async ({ user }: FastifyRequest, ids: readonly string[]) => {
    const caller = buildCaller(user, services)
    await writeRecords(services, async (transaction) => {
      await requireVisible(transaction.trx, user, ids)
      const branch = await readRemoval(transaction.trx, ids)
      await removeRecords(transaction, resource(), caller, branch.ids)
    })
    return ok(null, '删除成功!')
  }
  const removing = { access: 'permission:delete' }

  app.route({
    method: 'DELETE',
    url: `${place}/delete`,
    config: removing,
    schema: { querystring: IdQuery },
    handler: (request) => remove(request, idList(request.query.id)),
  })

  app.route({
    method: 'DELETE',
    url: `${place}/deleteBatch`,
    config: removing,
    schema: { querystring: IdsQuery },
    handler: (request) => remove(request, idList(request.query.ids)),
  })

  app.route({
    method: 'GET',
    url: `${place}/removal`,
    config: removing,
    schema: { querystring: IdsQuery },
    handler: async ({ user, query }) => {
      const ids = idList(query.ids)
      await requireVisible(db.app, user, ids)
      const { ids: _, ...counts } = await readRemoval(db.app, ids)
      return ok(counts)
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/restore`,
    config: { access: 'permission:edit' },
    preHandler: visibleAt('id'),
    schema: { body: IdQuery },
    handler: async ({ user, ip, body: { id } }) => {
      await db.write(async (trx) => {
        const name = await restoreShipped(trx, id, user.username)
        if (name === undefined) throw appError('NO_ENTITY')
        const content = `恢复菜单「${name}」：改回文档的设置`
        await writeLog(trx, { type: 2, content, username: user.username, ip, route: `${place}/restore` })
      })
      return ok(null, '恢复成功！')
    },
  })

  app.route({
    method: 'GET',
    url: `${place}/checkPermDuplication`,
    config: { access: 'permission:list' },
    schema: { querystring: PathQuery },
    handler: async ({ query: { id = '', url, alwaysShow } }) => {
      let others = db.app
        .selectFrom('sys_permission')
        .select('id')
        .where('url', '=', url)
        .where('id', '!=', id)
        .where('del_flag', '=', 0)
      if (alwaysShow !== undefined) others = others.where('always_show', '=', alwaysShow ? 'Y' : 'N')
      if (await others.executeTakeFirst()) throw refuse('MENU_PATH_TAKEN')
      return ok(null, '该值可用！')
    },
  })
}
