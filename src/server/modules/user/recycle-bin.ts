import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { buildCaller } from '../../records/caller.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import { getResource } from '../../records/resource.ts'
import { writeRecords } from '../../records/transaction.ts'
import { restoreRecords } from '../../records/write/restore.ts'
import { translateViolation } from '../../records/write/violation.ts'
import { lockPeople, tellChange } from '../account/interface.ts'
import { buildMessageSender } from '../announcement/interface.ts'
import { requireNotBeyond } from '../session/interface.ts'
import type { UserServices } from './services.ts'
import { UserIds } from './shape.ts'

/** Deleted users: listing, restoring and purging them. */
export const recycleBinRoutes: Plugin<UserServices> = (app, services) => {
  const { db, sessions } = services
  const { entry, access } = bindDocument(services, 'system/user-recycle')
  const users = bindDocument(services, 'system/user')

  /** An array, as in the contract; a client that pages gets a page. */
  app.get('/sys/user/recycleBin', { config: { access, listLoad: true } }, async ({ user, query }) => {
    const view = readable(services, entry(), user)
    const listRequest = parseListRequest(view, query)
    const deleted = { ...view, source: { ...view.source, softDelete: false } }
    const found = await readRecords(services, deleted, listRequest, [sql`t.del_flag = 1`])
    return ok('pageNo' in (query as object) ? pageOfRecords(found, listRequest) : found.records)
  })

  /** The names of the deleted users, locked; refused unless all of them are in the recycle bin. */
  const lockDeleted = async (
    trx: Parameters<typeof lockPeople>[0],
    caller: SessionUser,
    ids: readonly string[],
  ): Promise<string> => {
    await lockPeople(trx)
    const users = await trx
      .selectFrom('sys_user')
      .select('username')
      .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
      .where('del_flag', '=', 1)
      .forUpdate()
      .execute()
    if (users.length < new Set(ids).size) throw appError('NO_ENTITY')
    await requireNotBeyond(sessions, trx, caller, ids, 'before')
    return users.map(({ username }) => username).join('、')
  }

  app.route({
    method: 'PUT',
    url: '/sys/user/putRecycleBin',
    config: { access: 'user:recycle:edit' },
    schema: { body: UserIds },
    handler: async ({ body, user, ip }) => {
      const ids = body.userIds.split(',').filter(Boolean)
      const { document, documentHash } = users.entry()
      const resource = getResource(document, documentHash, fieldValues)
      // The recycle bin shows all deleted users, so its right restores all of them.
      const caller = { ...buildCaller(user, services), rules: () => [] }
      const restore = writeRecords(services, async (transaction) => {
        const { trx } = transaction
        const names = await lockDeleted(trx, user, ids)
        await restoreRecords(transaction, resource, caller, ids)
        await tellChange(buildMessageSender(transaction), user, ids, 'restored')
        const log = { type: 2, username: user.username, ip, route: '/sys/user/putRecycleBin' } as const
        await writeLog(trx, { ...log, content: `还原用户：${names}` })
      })
      await restore.catch((error: unknown) => {
        // Another user may have taken the phone or the number in the meantime.
        throw translateViolation(resource, error)
      })
      return ok(null, '还原成功')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/deleteRecycleBin',
    config: { access: 'user:recycle:delete' },
    schema: { querystring: UserIds },
    handler: async ({ query, user, ip }) => {
      const ids = query.userIds.split(',').filter(Boolean)
      await db.write(async (trx) => {
        const names = await lockDeleted(trx, user, ids)
        await sql`delete from sys_user where id = any(${ids})`.execute(trx)
        const log = { type: 2, username: user.username, ip, route: '/sys/user/deleteRecycleBin' } as const
        await writeLog(trx, { ...log, content: `彻底删除用户：${names}` })
      })
      return ok(null, '删除成功')
    },
  })
}
