import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { now } from '../../platform/store/clock.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { requireNotBeyond, type SessionServices } from '../session/interface.ts'
import { handOverOfLeaving } from '../workflow/interface.ts'
import { FrozenBody } from './shape.ts'
import { tellChange } from './tell-change.ts'

const refuse = defineRefusals({
  FREEZE_SELF: '不能冻结自己',
  FREEZE_PROTECTED: '管理员账号不允许此操作！',
})

export type FreezeServices = Pick<SessionServices, 'db' | 'sessions' | 'notifyUser'> &
  Pick<ReadServices, 'documents'>

/** The first account of an installation: nobody freezes or deletes it. */
export const ADMIN_USERNAME = 'admin'

/** Freezing users, and admitting frozen users and users who registered themselves. */
export const freezeRoutes: Plugin<FreezeServices> = (app, { db, documents, sessions, notifyUser }) => {
  app.route({
    method: 'PUT',
    url: '/sys/user/frozenBatch',
    config: { access: 'user:edit' },
    preHandler: bindDocument({ db, documents }, 'system/user').visibleAt('ids'),
    schema: { body: FrozenBody },
    handler: async ({ body, user, ip }) => {
      const ids = body.ids.split(',').filter(Boolean)
      const status = Number(body.status)
      if (status === 2 && ids.includes(user.id)) throw refuse('FREEZE_SELF')
      await db.write(async (trx) => {
        const users = await trx
          .selectFrom('sys_user as u')
          .select(['u.realname', 'u.username'])
          .where((user) => user('u.id', '=', user.fn.any(user.val(ids))))
          .where('u.del_flag', '=', 0)
          .forUpdate('u')
          .execute()
        if (users.length < new Set(ids).size) throw appError('NO_ENTITY')
        if (users.some(({ username }) => username === ADMIN_USERNAME)) throw refuse('FREEZE_PROTECTED')
        await requireNotBeyond(sessions, trx, user, ids, 'before')
        await trx
          .updateTable('sys_user')
          .set((old) => ({ status, rev: old('rev', '+', 1), update_by: user.username, update_time: now }))
          .where((where) => where('id', '=', where.fn.any(where.val(ids))))
          .execute()
        if (status === 2)
          for (const { username } of users)
            await handOverOfLeaving(
              { trx, notify: (channel, payload) => db.notify(channel, payload, trx) },
              user,
              username,
              users.map((entry) => entry.username),
            )
        const content = `${status === 2 ? '冻结' : '解冻'}用户：${users.map(({ realname }) => realname).join('、')}`
        await writeLog(trx, { type: 2, content, username: user.username, ip, route: '/sys/user/frozenBatch' })
      })
      await tellChange(notifyUser, user, ids, status === 2 ? 'frozen' : 'thawed')
      return ok(null, '操作成功!')
    },
  })
}
