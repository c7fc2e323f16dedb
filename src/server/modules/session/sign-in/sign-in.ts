import { type AppError, appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { FairQueue } from '../../../platform/store/queue/fair-queue.ts'
import { writeLog } from '../../../platform/store/system-log.ts'
import { requireTicket } from '../bot-check/bot-check.ts'
import type { Captcha } from '../bot-check/captcha.ts'
import {
  type Counted,
  count,
  countAll,
  forget,
  type Limit,
  paced,
  readCounts,
  uncount,
} from '../passwords/counters.ts'
import { type Device, deviceKey, isKnownDevice } from '../sessions/known-devices.ts'
import { readPerson } from '../sessions/people.ts'

/** The proof of a human user: a solved picture, or the ticket of the slider. */
export interface Check {
  captcha?: string | null
  checkKey?: string | number | null
  ticket?: string | null
  /** True when the request cannot contain a picture's answer. */
  ticketOnly?: boolean
}

/** The user, or the maker of the declared refusal; `result` travels in the envelope of its answer. */
export type Proof = { userId: string } | { refuse(parts?: { result: unknown }): AppError }

export interface Attempt extends Device {
  /** The route, for the log. */
  route: string
  /** The name or phone in the request. Absent for CAS and third-party sign-in, where only the address counts. */
  name?: string
  check?: Check
  /** Called only when no limit prevents it. */
  prove(): Promise<Proof>
}

// Each attempt is counted before it is verified, so that simultaneous guesses count like those one after another, and
// taken back when it is right or was not verified: a right password never locks an account. After many failures the
// next attempt needs a captcha, and a name with very many failures is delayed. A known device of the user has counts
// of its own, which failures elsewhere do not affect.
const pairFailures: Limit = { scope: 'login pair', most: 5, minutes: 10 }
const nameFailures: Limit = { scope: 'login name', most: 20, minutes: 10 }
const addressFailures: Limit = { scope: 'login ip', most: 50, minutes: 10 }
const slowSeconds = 30

const limits = (maxRunning: number) => ({
  maxRunning,
  maxRunningPerKey: maxRunning,
  maxPending: 2000,
  maxPendingPerKey: 200,
  maxWait: 30_000,
})

/**
 * Attempts wait for a permit instead of being refused, and are counted when they get it, round robin between addresses. A
 * password costs 19 MB and a thread of the pool of four that also reads files, so one thread is left free.
 */
const guesses = new FairQueue(limits(3), () => appError('TOO_MANY'))
/** Attempts that another server verifies wait for that server and use no thread. */
const externalAttempts = new FairQueue({ ...limits(20), maxRunningPerKey: 10 }, () => appError('TOO_MANY'))

const needsBotCheck = { captcha: true, ticket: true }

const refuse = defineRefusals({
  CAPTCHA_WRONG: '验证码错误',
  CAPTCHA_MISSING: '请输入验证码',
  ACCOUNT_WAITING: '您的账号正在等待管理员开通',
  USER_FROZEN: '该用户已冻结',
  TENANTS_FROZEN: '与该用户关联的租户均已被冻结，无法登录！',
})

type SignInServices = Pick<PlatformServices, 'db'>

async function checkPerson(
  { db }: SignInServices,
  captcha: Captcha,
  ip: string,
  check: Check,
): Promise<void> {
  if (check.ticket || check.ticketOnly) return await requireTicket(db.app, check.ticket ?? undefined, ip)
  const isAnswered = check.captcha && check.checkKey != null
  const solved = isAnswered && (await captcha.solve(String(check.checkKey), check.captcha ?? '')) === 'right'
  if (!solved) throw refuse(check.captcha ? 'CAPTCHA_WRONG' : 'CAPTCHA_MISSING', { result: needsBotCheck })
}

/** One key for all spellings by which a directory finds one entry: it ignores case, width and spaces. */
const normalizeName = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The counts of an attempt. */
interface AttemptCounts {
  /** The key for failures of this name; null without a name. */
  name: string | null
  /** The key for failures of this name from this address or, when the device is known, from this device. */
  pair: string
  isKnown: boolean
  /** The failures before this attempt. */
  before: { pair: number; name: number; address: number }
  /** What counts this attempt already. */
  counted: Counted
}

/**
 * Counts an attempt as a failure of its name, until it is taken back. Its address counts failures only: many people behind one
 * address sign in at the same time.
 */
async function countAttempt({ db }: SignInServices, attempt: Attempt): Promise<AttemptCounts> {
  const { ip } = attempt
  const name = attempt.name === undefined ? null : normalizeName(attempt.name)
  const isKnown = await isKnownDevice(db.app, attempt.name, attempt)
  const pair = `${isKnown ? deviceKey(attempt) : ip} ${name ?? ''}`
  const counted: Counted =
    name === null
      ? []
      : [
          [nameFailures, name],
          [pairFailures, pair],
        ]
  const [forName = 1, forPair = 1] = await countAll(db.app, counted)
  const [address = 0] = await readCounts(db.app, [[addressFailures, ip]])
  return { name, pair, isKnown, before: { pair: forPair - 1, name: forName - 1, address }, counted }
}

/** Whether an attempt needs a captcha after this many failures. */
const needsCheck = ({ isKnown }: AttemptCounts, failures: AttemptCounts['before']): boolean =>
  failures.pair >= pairFailures.most || (!isKnown && failures.address >= addressFailures.most)

/** Refuses an attempt before it is verified: without the required captcha, or too soon after the last. */
async function admit(
  services: SignInServices,
  captcha: Captcha,
  attempt: Attempt,
  attemptCounts: AttemptCounts,
): Promise<void> {
  const { db } = services
  const { ip, check = {} } = attempt
  const { name, pair, isKnown, before } = attemptCounts
  if (name === null) {
    // There is no captcha when another server redirects the browser here.
    if (!isKnown && before.address >= addressFailures.most) throw appError('TOO_MANY')
    return
  }
  const isSlowed = (isKnown ? before.pair : before.name) >= nameFailures.most
  const isChecked = needsCheck(attemptCounts, before) || (isSlowed && Boolean(check.ticket || check.captcha))
  if (isChecked) await checkPerson(services, captcha, ip, check)
  // With a solved captcha the delay does not depend on attempts of others for the same name.
  if (isSlowed && !(await paced(db.app, 'login pace', isChecked ? pair : name, slowSeconds)))
    throw appError('TOO_MANY', { result: { wait: slowSeconds, ...needsBotCheck } })
}

/** Counts a wrong attempt of the address, and logs one that reaches a limit. Returns whether the next one needs a captcha. */
async function countFailure(
  { db }: SignInServices,
  { name, ip, route }: Attempt,
  attemptCounts: AttemptCounts,
): Promise<boolean> {
  const { pair, name: forName } = attemptCounts.before
  const address = await count(db.app, addressFailures, ip)
  const counts = { address, name: forName + 1, pair: pair + 1 }
  if (counts.address === addressFailures.most || counts.name === nameFailures.most) {
    const content = `登录次数过多，已限制：${name ?? ip}`
    await writeLog(db.app, { type: 1, content, username: name ?? '', ip, route, ok: false })
  }
  return attemptCounts.name !== null && needsCheck(attemptCounts, counts)
}

const writeRefusal = (
  { db }: SignInServices,
  { name, ip, route }: Pick<Attempt, 'name' | 'ip' | 'route'>,
  text: string,
): Promise<void> => {
  const username = name ?? ''
  const content = `用户名: ${username},登录失败！${text}`
  return writeLog(db.app, { type: 1, content, username, ip, route, ok: false })
}

/** Runs one attempt in its turn; returns the user's id. When `prove` throws, the attempt is not counted. */
async function checkAttempt(services: SignInServices, captcha: Captcha, attempt: Attempt): Promise<string> {
  const { app } = services.db
  const attemptCounts = await countAttempt(services, attempt)
  const proof = await admit(services, captcha, attempt, attemptCounts)
    .then(() => attempt.prove())
    .catch(async (error) => {
      await uncount(app, attemptCounts.counted)
      throw error
    })
  if ('refuse' in proof) {
    const isAsked = await countFailure(services, attempt, attemptCounts)
    const error = proof.refuse(isAsked ? { result: needsBotCheck } : undefined)
    await writeRefusal(services, attempt, error.text)
    throw error
  }
  await uncount(app, attemptCounts.counted)
  if (attemptCounts.name !== null) await forget(app, pairFailures, attemptCounts.pair)
  return proof.userId
}

/**
 * The common function of all sign-in methods, with these limits, this log and these rules. Returns the user's id, or throws
 * the refusal for the client.
 */
export async function signIn(services: SignInServices, captcha: Captcha, attempt: Attempt): Promise<string> {
  const queue = attempt.name === undefined ? externalAttempts : guesses
  const userId = await queue.run(attempt.ip, () => checkAttempt(services, captcha, attempt))
  await requireOpen(services, userId, attempt)
  return userId
}

/** Refuses, after the proof, a user who is deleted, frozen, waiting for an administrator, or in closed tenants only. */
export async function requireOpen(
  services: SignInServices,
  userId: string,
  attempt: Pick<Attempt, 'name' | 'ip' | 'route'>,
): Promise<void> {
  const user = await services.db.app
    .selectFrom('sys_user')
    .select(['status', 'create_by', 'update_by'])
    .where('id', '=', userId)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  if (user?.status === 1) {
    if (!(await isLockedOut(services, userId))) return
    const closed = refuse('TENANTS_FROZEN')
    await writeRefusal(services, attempt, closed.text)
    throw closed
  }
  // A registered user whom no administrator has edited since is still waiting.
  const waits = user?.create_by === registered && user.update_by === null
  const error = refuse(waits ? 'ACCOUNT_WAITING' : 'USER_FROZEN')
  await writeRefusal(services, attempt, error.text)
  throw error
}

/** Whether all tenants of the user are frozen or outside of their period. Administrators open them again. */
async function isLockedOut({ db }: SignInServices, userId: string): Promise<boolean> {
  const user = (await readPerson(db.app, userId))?.user
  return user !== undefined && !user.isAdmin && user.tenants?.length === 0 && user.closedTenants !== undefined
}

/** The `create_by` value of registered users. */
export const registered = 'register'
