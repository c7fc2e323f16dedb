import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { Id } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { tellChange } from '../account/interface.ts'
import { buildMessageSender } from '../announcement/interface.ts'
import { removeFactor, requireNotBeyond } from '../session/interface.ts'
import type { UserServices } from './services.ts'

const refuse = defineRefusals({ SECOND_FACTOR_NONE: '该用户没有开启两步验证' })

const ResetBody = Type.Object({ id: Id })

/** Removes the second factor of a user who lost the authenticator and the recovery codes. */
export const resetFactorRoutes: Plugin<UserServices> = (app, { db, documents, sessions }) => {
  app.route({
    method: 'POST',
    url: '/sys/user/resetSecondFactor',
    config: { access: 'user:resetSecondFactor' },
    preHandler: bindDocument({ db, documents }, 'system/user').visibleAt('id'),
    schema: { body: ResetBody },
    handler: async ({ body: { id }, user, ip }) => {
      await db.write(async (trx) => {
        const target = await trx
          .selectFrom('sys_user')
          .select('username')
          .where('id', '=', id)
          .where('del_flag', '=', 0)
          .executeTakeFirst()
        if (!target) throw appError('NO_ENTITY')
        await requireNotBeyond(sessions, trx, user, [id], 'before')
        if (!(await removeFactor(trx, id))) throw refuse('SECOND_FACTOR_NONE')
        const notify = (channel: string, payload: string) => db.notify(channel, payload, trx)
        await tellChange(buildMessageSender({ trx, notify }), user, [id], 'secondFactor')
        const entry = { type: 2, username: user.username, ip, route: '/sys/user/resetSecondFactor' } as const
        await writeLog(trx, { ...entry, content: `重置两步验证：${target.username}` })
      })
      return ok(null, '两步验证已重置，该用户下次登录只需密码')
    },
  })
}
