import type { Message } from '../../../platform/sender.ts'
import { writeLog } from '../../../platform/store/system-log.ts'
import type { SessionServices } from '../services.ts'
import { type Device, rememberDevice } from '../sessions/known-devices.ts'
import { type Depart, readDeparts, readUserInfo, type UserInfo } from '../sessions/people.ts'
import { type OwnTenant, readTenants } from '../sessions/tenants.ts'

export interface LoginResponse {
  token: string
  userInfo: UserInfo | null
  departs: Depart[]
  /** 0 none, 1 one, 2 several: the client lets the user choose. */
  multi_depart: number
  /** Absent for users without a tenant. */
  tenantList?: OwnTenant[]
  sysAllDictItems: unknown
}

type LoginServices = Omit<SessionServices, 'config'>

/** Sets the current department: the only one, or with several the last one, else the first. */
async function enterDepart(
  { db, sessions }: LoginServices,
  userId: string,
  departs: readonly Depart[],
): Promise<void> {
  const current = (await readUserInfo(db.app, userId))?.orgCode
  const first = departs[0]
  if (!first || departs.some((depart) => depart.orgCode === current)) return
  await db.app.updateTable('sys_user').set({ org_code: first.orgCode }).where('id', '=', userId).execute()
  await sessions.userChanged(userId)
}

/** Notifies users who enabled it of a sign-in from a new device; a failure does not affect the sign-in. */
async function notifyNewDevice(
  { sender, notifyUser, log }: LoginServices,
  user: UserInfo,
  { ip }: Device,
): Promise<void> {
  if (!user.notify.signIn) return
  const text = `您的账号 ${user.username} 刚刚在新的地点或设备（${ip}）登录。如果不是您本人，请立即修改密码。`
  const mails = [user.email, user.backupEmail].flatMap((to): Message[] =>
    to ? [{ to, kind: 'mail', text, hasCode: false }] : [],
  )
  const messages: Message[] =
    mails.length === 0 && user.phone ? [{ to: user.phone, kind: 'sms', text, hasCode: false }] : mails
  const notices = [
    ...messages.map((message) => sender.send(message)),
    notifyUser?.({ userId: user.id, title: '账号在新的设备登录', text }),
  ]
  for (const { status, reason } of (await Promise.allSettled(notices)) as PromiseRejectedResult[])
    if (status === 'rejected') log.error({ err: reason }, 'notice not sent')
}

/** The steps after every successful sign-in: the session, the department, the log, and the answer to the client. */
export async function createLoginResponse(
  services: LoginServices,
  userId: string,
  place: Device,
  route: string,
): Promise<LoginResponse> {
  const { db, sessions, dictionaries } = services
  const token = await sessions.open(userId, place)
  const departs = await readDeparts(db.app, userId)
  await enterDepart(services, userId, departs)
  const userInfo = await readUserInfo(db.app, userId)
  const username = userInfo?.username ?? ''
  await writeLog(db.app, {
    type: 1,
    content: `用户名: ${username},登录成功！`,
    username,
    ip: place.ip,
    route,
  })
  if ((await rememberDevice(db.app, userId, place)) && userInfo)
    await notifyNewDevice(services, userInfo, place)
  const tenantList = await readTenants(db.app, (await sessions.person(userId))?.tenants)
  return {
    token,
    userInfo,
    departs,
    multi_depart: Math.min(departs.length, 2),
    ...(tenantList.length > 0 && { tenantList }),
    sysAllDictItems: await dictionaries.all(),
  }
}
