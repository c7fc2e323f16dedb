import { appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { type ExternalAccount, linkAccount } from './external/oauth.ts'
import { count, forget, type Limit, readCounts } from './passwords/counters.ts'
import { consume, issue, peek } from './passwords/one-time.ts'
import { proveFactor, readFactor } from './second-factor/second-factor.ts'
import type { SessionServices } from './services.ts'
import { type Device, deviceKey, hasSignedInFrom } from './sessions/known-devices.ts'
import { createLoginResponse, type LoginResponse } from './sign-in/login-response.ts'
import { requireOpen } from './sign-in/sign-in.ts'

/** A user whose first factor was verified. */
interface PendingSignIn {
  userId: string
  route: string
  /** The account of a third party that this sign-in binds. */
  person: ExternalAccount | null
}

/** Seconds in which the second factor must follow the first. */
const LIFE = 300
const MAX_TRIES = 5
const wrongCodes: Limit = { scope: 'second factor', most: 10, minutes: 10 }

const refuse = defineRefusals({
  SECOND_FACTOR_NEEDED: '请输入动态验证码',
  SECOND_FACTOR_WRONG: '动态验证码错误',
  SECOND_FACTOR_EXPIRED: '登录已超时，请重新登录',
  THIRD_UNPROVED: '校验失败',
})

type CompleteServices = SessionServices

async function openSession(
  services: CompleteServices,
  { userId, route, person }: PendingSignIn,
  device: Device,
): Promise<LoginResponse> {
  if (person && !(await linkAccount(services.db, person, userId))) throw refuse('THIRD_UNPROVED')
  return await createLoginResponse(services, userId, device, route)
}

/**
 * Every sign-in method ends here, after its first factor. Refuses with a token in `result.secondFactor` when the user has a
 * second factor; the session is opened by `completeWithFactor` then.
 */
export async function completeSignIn(
  services: CompleteServices,
  userId: string,
  device: Device,
  route: string,
  person: ExternalAccount | null = null,
): Promise<LoginResponse> {
  const pending: PendingSignIn = { userId, route, person }
  if ((await readFactor(services.db.app, userId)) === null)
    return await openSession(services, pending, device)
  const secondFactor = await issue(services.db.app, 'second-factor', pending, LIFE)
  throw refuse('SECOND_FACTOR_NEEDED', { result: { secondFactor } })
}

/** Opens the session of a pending sign-in by a code. Wrong codes are counted for the user; a known device has counts of its own. */
export async function completeWithFactor(
  services: CompleteServices,
  token: string,
  code: string,
  device: Device,
): Promise<LoginResponse> {
  const { db, secrets } = services
  const pending = await peek<PendingSignIn>(db.app, 'second-factor', token, MAX_TRIES)
  if (!pending) throw refuse('SECOND_FACTOR_EXPIRED')
  const { userId, route } = pending
  const counted = (await hasSignedInFrom(db.app, userId, device)) ? `${userId} ${deviceKey(device)}` : userId
  const [before = 0] = await readCounts(db.app, [[wrongCodes, counted]])
  if (before >= wrongCodes.most) throw appError('TOO_MANY')
  // Counted before it is verified, so that simultaneous guesses count.
  if ((await count(db.app, wrongCodes, counted)) > wrongCodes.most) throw appError('TOO_MANY')
  const proof = await proveFactor(db.app, secrets, userId, code)
  const user = await db.app
    .selectFrom('sys_user')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirst()
  const entry = { type: 1, username: user?.username ?? '', ip: device.ip, route } as const
  if (proof === null) {
    const content = `用户名: ${entry.username},登录失败！动态验证码错误`
    await writeLog(db.app, { ...entry, content, ok: false })
    throw refuse('SECOND_FACTOR_WRONG')
  }
  if (!(await consume<PendingSignIn>(db.app, 'second-factor', token))) throw refuse('SECOND_FACTOR_EXPIRED')
  await forget(db.app, wrongCodes, counted)
  // The user may have been frozen since the first factor.
  await requireOpen(services, userId, { name: entry.username, ip: device.ip, route })
  if (proof === 'recovery') await writeLog(db.app, { ...entry, type: 2, content: '使用恢复码登录' })
  return await openSession(services, pending, device)
}
