import { sql, type Updateable } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { currentTime, now } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import type { SystemTables } from '../../platform/store/system-tables.ts'
import { isInline } from '../file/interface.ts'
import type { SessionServices } from '../session/interface.ts'
import {
  isOwnPassword,
  judgeCode,
  readUserInfo,
  requireMobile,
  sendCode,
  spendCode,
} from '../session/interface.ts'
import {
  BackupEmailBody,
  ClientProfileBody,
  NotifyBody,
  ownFields,
  PhoneCodeBody,
  ProfileBody,
  UpdateMobileBody,
} from './shape.ts'
import { isTaken, lockPeople } from './unique.ts'

const refuse = defineRefusals({
  AVATAR_INVALID: '头像无效',
  EMAIL_TAKEN: '邮箱已被注册',
  BACKUP_EMAIL_SAME: '备用邮箱不能和电子邮件相同，请填另一个邮箱',
  PHONE_TAKEN: '该手机号已注册',
  PASSWORD_WRONG: '密码不正确',
  SMS_CODE_WRONG: '手机验证码错误',
})
const badParameter = (key: string) => appError('BAD_PARAMETER', { values: { key } })

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return (
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text) &&
    day.getTime() <= currentTime().getTime()
  )
}

/** Whether this user uploaded the picture. */
async function isOwnPicture(db: Db, path: string, username: string): Promise<boolean> {
  if (!storedPath.test(path)) return false
  const row = await db
    .selectFrom('sys_file')
    .select('type')
    .where('path', '=', path)
    .where('create_by', '=', username)
    .executeTakeFirst()
  return row !== undefined && isInline(row.type)
}

/** The user's own record: readable, and editable in a few fields. */
export const profileRoutes: Plugin<SessionServices> = (app, services) => {
  const { db, sessions, dictionaries } = services

  const write = async (
    trx: Db,
    user: { id: string; username: string },
    values: Updateable<SystemTables['sys_user']>,
  ) => {
    await trx
      .updateTable('sys_user')
      .set((old) => ({ ...values, rev: old('rev', '+', 1), update_by: user.username, update_time: now }))
      .where('id', '=', user.id)
      .execute()
  }

  app.route({
    method: 'GET',
    url: '/sys/user/getUserInfo',
    config: { access: 'self' },
    handler: async ({ user }) =>
      ok({ userInfo: await readUserInfo(db.app, user.id), sysAllDictItems: await dictionaries.all() }),
  })

  const edit = async (user: SessionUser, body: ProfileBody) => {
    const { birthday, avatar, email } = body
    if (birthday && !isDay(birthday)) throw badParameter('birthday')
    if (avatar && !(await isOwnPicture(db.app, avatar, user.username))) throw refuse('AVATAR_INVALID')
    const values = Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key, value === '' ? null : value]),
    )
    if (Object.keys(values).length > 0) {
      await db.write(async (trx) => {
        await lockPeople(trx)
        if (email && (await isTaken(trx, 'email', email, user.id))) throw refuse('EMAIL_TAKEN')
        await write(trx, user, values)
      })
      await sessions.userChanged(user.id)
    }
    return ok({ userInfo: await readUserInfo(db.app, user.id) }, '修改成功!')
  }

  app.route({
    method: 'PUT',
    url: '/sys/user/appEdit',
    config: { access: 'self' },
    schema: { body: ProfileBody },
    handler: ({ body, user }) => edit(user, body),
  })

  // Version 3 of the contract's client: its form sends the whole user, of which these fields are the own ones.
  app.route({
    method: 'POST',
    url: '/sys/user/login/setting/userEdit',
    config: { access: 'self' },
    schema: { body: ClientProfileBody },
    handler: ({ body, user }) => edit(user, ownFields(body)),
  })

  app.get('/sys/user/login/setting/getUserData', { config: { access: 'self' } }, async ({ user }) =>
    ok(await readUserInfo(db.app, user.id)),
  )

  app.route({
    method: 'PUT',
    url: '/sys/user/notify',
    config: { access: 'self' },
    schema: { body: NotifyBody },
    handler: async ({ body, user }) => {
      await db.app
        .updateTable('sys_user')
        .set({ notify: sql<string>`coalesce(notify, '{}'::jsonb) || ${JSON.stringify(body)}::jsonb` })
        .where('id', '=', user.id)
        .execute()
      return ok({ notify: (await readUserInfo(db.app, user.id))?.notify }, '修改成功!')
    },
  })

  app.route({
    method: 'PUT',
    url: '/sys/user/tour',
    config: { access: 'self' },
    handler: async ({ user }) => {
      await db.app.updateTable('sys_user').set({ toured: true }).where('id', '=', user.id).execute()
      return ok(null)
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/user/phoneCode',
    config: { access: 'self' },
    schema: { body: PhoneCodeBody },
    handler: async ({ body, user, ip }) => {
      const phone = requireMobile(body.phone)
      if (await isTaken(db.app, 'phone', phone, user.id)) throw refuse('PHONE_TAKEN')
      await sendCode(services, { phone, mode: 'own', owner: user.id }, ip)
      return ok(null, '验证码已发送')
    },
  })

  app.route({
    method: 'PUT',
    url: '/sys/user/updateMobile',
    config: { access: 'self' },
    schema: { body: UpdateMobileBody },
    handler: async ({ body, user, ip }) => {
      const phone = requireMobile(body.phone)
      // The phone can reset the password, so an open session alone must not be enough to change the phone.
      if (!(await isOwnPassword(db.app, user.id, body.password))) throw refuse('PASSWORD_WRONG')
      const codeKey = { phone, mode: 'own', owner: user.id } as const
      const codeCheck = await judgeCode(db.app, codeKey, body.smscode)
      if (codeCheck.state !== 'right') throw refuse('SMS_CODE_WRONG')
      await db.write(async (trx) => {
        await lockPeople(trx)
        if (await isTaken(trx, 'phone', phone, user.id)) throw refuse('PHONE_TAKEN')
        if (!(await spendCode(trx, codeKey, codeCheck.hash))) throw refuse('SMS_CODE_WRONG')
        await write(trx, user, { phone })
      })
      const entry = { username: user.username, ip, route: '/sys/user/updateMobile' }
      await writeLog(db.app, { type: 2, content: '修改手机号', ...entry })
      return ok(null, '手机号设置成功!')
    },
  })

  app.route({
    method: 'PUT',
    url: '/sys/user/updateBackupEmail',
    config: { access: 'self' },
    schema: { body: BackupEmailBody },
    handler: async ({ body: { backupEmail, password }, user, ip }) => {
      // Warnings about the account go there, so an open session alone must not be enough to send them elsewhere.
      if (!(await isOwnPassword(db.app, user.id, password))) throw refuse('PASSWORD_WRONG')
      const former = await readUserInfo(db.app, user.id)
      if (backupEmail !== '' && backupEmail === former?.email) throw refuse('BACKUP_EMAIL_SAME')
      await write(db.app, user, { backup_email: backupEmail || null })
      const content = backupEmail === '' ? '清除备用邮箱' : '修改备用邮箱'
      await writeLog(db.app, {
        type: 2,
        content,
        username: user.username,
        ip,
        route: '/sys/user/updateBackupEmail',
      })
      return ok(null, backupEmail === '' ? '备用邮箱已清除' : '备用邮箱设置成功!')
    },
  })
}
