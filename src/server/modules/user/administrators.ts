import { sql } from 'kysely'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Db } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { lockPeople } from '../account/interface.ts'
import {
  appointAdministrator,
  dismissAdministrator,
  isAdministrator,
  isOwnPassword,
} from '../session/interface.ts'
import type { UserServices } from './services.ts'

const refuse = defineRefusals({ ADMIN_APPOINT: '只有系统管理员能设置系统管理员' }, 'FORBIDDEN')
const refuseValue = defineRefusals({
  ADMIN_PASSWORD: '您的登录密码不正确',
  ADMIN_INACTIVE: '已冻结的用户不能设为系统管理员，请先解冻',
  ADMIN_UNCHANGED: '没有改动：该用户{state}',
})

const Name = Type.String({ minLength: 1, maxLength: 100 })
const StateQuery = Type.Object({ username: Name })
const AppointBody = Type.Object(
  {
    username: Name,
    administrator: Type.Union([Type.Literal('1'), Type.Literal('0')]),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
  },
  { additionalProperties: false },
)

const url = '/sys/user/administrator'
const config = { access: 'user:administrator' }

/** The user with this account name. Throws NO_ENTITY. */
async function findUser(db: Db, username: string) {
  const user = await db
    .selectFrom('sys_user as u')
    .select(['u.id', 'u.realname', 'u.status'])
    .select(isAdministrator(sql.ref('u.id')).as('isAdmin'))
    .where('u.username', '=', username)
    .where('u.del_flag', '=', 0)
    .executeTakeFirst()
  if (!user) throw appError('NO_ENTITY')
  return user
}

/**
 * Who is an administrator. Only an administrator appoints or dismisses one, and types the own password: a button that a document
 * sends to this address, or an unattended page, appoints nobody.
 */
export const administratorRoutes: Plugin<UserServices> = (app, services) => {
  const { db } = services

  app.route({
    method: 'GET',
    url,
    config,
    schema: { querystring: StateQuery },
    handler: async ({ user, query: { username } }) => {
      if (!user.isAdmin) throw refuse('ADMIN_APPOINT')
      const { realname, isAdmin } = await findUser(db.app, username)
      return ok({ username, realname, administrator: isAdmin ? '1' : '0' })
    },
  })

  app.route({
    method: 'PUT',
    url,
    config,
    schema: { body: AppointBody },
    handler: async ({ user, ip, body: { username, administrator, password } }) => {
      if (!user.isAdmin) throw refuse('ADMIN_APPOINT')
      if (!(await isOwnPassword(db.app, user.id, password))) throw refuseValue('ADMIN_PASSWORD')
      const isWanted = administrator === '1'
      await db.write(async (trx) => {
        await lockPeople(trx)
        const found = await findUser(trx, username)
        if (isWanted && found.status !== 1) throw refuseValue('ADMIN_INACTIVE')
        const isChanged = isWanted
          ? await appointAdministrator(trx, found.id, user.username)
          : await dismissAdministrator(trx, found.id)
        if (!isChanged)
          throw refuseValue('ADMIN_UNCHANGED', {
            values: { state: isWanted ? '已经是系统管理员' : '不是系统管理员' },
          })
        const content = `${isWanted ? '设为' : '取消'}系统管理员：${found.realname}（${username}）`
        await writeLog(trx, { type: 2, content, username: user.username, ip, route: url })
      })
      return ok(null, isWanted ? '已设为系统管理员' : '已取消系统管理员')
    },
  })
}
