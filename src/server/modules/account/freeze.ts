import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { adminRole, writeLog } from '../session/interface.ts'
import { FrozenBody } from './shape.ts'

const refuse = defineRefusals({
  FREEZE_SELF: '不能冻结自己',
  FREEZE_ADMIN: '不能冻结或解冻管理员',
})

/** Freezing people, and letting them in: the frozen, and who registered and waits. */
export const freezeRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  app.route<{ Body: FrozenBody }>({
    method: 'PUT',
    url: '/sys/user/frozenBatch',
    config: { access: 'user:edit' },
    schema: { body: FrozenBody },
    handler: async ({ body, user, ip }) => {
      const ids = body.ids.split(',').filter(Boolean)
      const status = Number(body.status)
      if (status === 2 && ids.includes(user.id)) throw refuse('FREEZE_SELF')
      await db.write(async (trx) => {
        const { rows } = await sql<{ isAdmin: boolean }>`select exists (select 1 from sys_user_role ur
            join sys_role r on r.id = ur.role_id where ur.user_id = u.id and r.role_code = ${adminRole}) as "isAdmin"
          from sys_user u where id = any(${ids}) and del_flag = 0 for update of u`.execute(trx)
        if (rows.length < new Set(ids).size) throw appError('NO_ENTITY')
        if (!user.isAdmin && rows.some(({ isAdmin }) => isAdmin)) throw refuse('FREEZE_ADMIN')
        await sql`update sys_user set status = ${status}, rev = rev + 1, update_by = ${user.username}, update_time = now()
          where id = any(${ids})`.execute(trx)
        const content = `${status === 2 ? '冻结' : '解冻'}用户：${ids.join(',')}`
        await writeLog(trx, { type: 2, content, username: user.username, ip, route: '/sys/user/frozenBatch' })
      })
      return ok(null, '操作成功!')
    },
  })
}
