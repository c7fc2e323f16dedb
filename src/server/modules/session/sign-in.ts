import { appError } from '#runtime/kernel/errors.ts'
import type { BaseServices } from '../../app/services.ts'
import { FairQueue } from '../../platform/store/fair-queue.ts'
import { requireTicket } from './bot-check.ts'
import type { Captcha } from './captcha.ts'
import { count, countsOf, forget, type Limit, paced } from './counters.ts'
import { type Device, deviceKey, isKnownDevice } from './known-devices.ts'
import { writeLog } from './log.ts'

/** What shows that a person is trying: a solved picture, or the ticket of the slider. */
export interface Check {
  captcha?: string | null
  checkKey?: string | number | null
  ticket?: string | null
  /** No picture can be answered here. */
  ticketOnly?: boolean
}

export type Proof = { userId: string } | { refusal: string }

export interface Attempt extends Device {
  /** The route, for the log. */
  route: string
  /** What was typed as name or phone. Absent: nothing was (CAS, third party), and only the address counts. */
  name?: string
  check?: Check
  /** Only asked when no limit stands in the way. */
  prove(): Promise<Proof>
}

// Only attempts that were judged and refused are counted, so nobody's right password closes anything. Many failures
// cost the next attempt a captcha, and a name with very many is slowed down. A device that the person signed in from
// before has counts of its own: nobody else's failures matter there.
const pairFailures: Limit = { scope: 'login pair', most: 5, minutes: 10 }
const nameFailures: Limit = { scope: 'login name', most: 20, minutes: 10 }
const addressFailures: Limit = { scope: 'login ip', most: 50, minutes: 10 }
const slowSeconds = 30

const turns = (maxRunning: number) => ({
  maxRunning,
  maxRunningPerKey: maxRunning,
  maxPending: 2000,
  maxPendingPerKey: 200,
  maxWait: 30_000,
})

/**
 * Attempts wait for their turn instead of being refused, and limits are read when the turn comes: only the
 * guesses in flight on each instance can go beyond a limit. Addresses take turns. A password costs 19 MB and a thread of
 * the pool of four that also reads files, so one thread is left free.
 */
const guesses = new FairQueue(turns(3), () => appError('TOO_MANY'))
/** Attempts that another server judges wait for that server and use no thread. */
const outsideAttempts = new FairQueue({ ...turns(20), maxRunningPerKey: 10 }, () => appError('TOO_MANY'))

const asksForCheck = { captcha: true, ticket: true }

const refusal = (text: string, result?: unknown) =>
  appError('BUSINESS', { text, ...(result !== undefined && { result }) })

type SignInServices = Pick<BaseServices, 'db'>

async function checkPerson(
  { db }: SignInServices,
  captcha: Captcha,
  ip: string,
  check: Check,
): Promise<void> {
  if (check.ticket || check.ticketOnly) return await requireTicket(db.app, check.ticket ?? undefined, ip)
  const given = check.captcha && check.checkKey != null
  const solved = given && (await captcha.solve(String(check.checkKey), check.captcha ?? '')) === 'right'
  if (!solved) throw refusal(check.captcha ? '验证码错误' : '请输入验证码', asksForCheck)
}

/** What an attempt is counted under. */
interface Standing {
  /** The key of the failures of this name from this address or, where the device is known, from this device. */
  pair: string
  known: boolean
  counts: { pair: number; name: number; address: number }
}

async function standingOf({ db }: SignInServices, attempt: Attempt): Promise<Standing> {
  const { name = '', ip } = attempt
  const known = await isKnownDevice(db.app, attempt.name, attempt)
  const pair = `${known ? deviceKey(attempt) : ip} ${name}`
  const [forPair = 0, forName = 0, address = 0] = await countsOf(db.app, [
    [pairFailures, pair],
    [nameFailures, name],
    [addressFailures, ip],
  ])
  return { pair, known, counts: { pair: forPair, name: forName, address } }
}

/** Whether the next attempt has to come with a captcha. */
const needsCheck = ({ known, counts }: Standing): boolean =>
  counts.pair >= pairFailures.most || (!known && counts.address >= addressFailures.most)

/** Refuses an attempt that is not to be judged: without the captcha it needs, or too soon after the last. */
async function admit(
  house: SignInServices,
  captcha: Captcha,
  attempt: Attempt,
  standing: Standing,
): Promise<void> {
  const { db } = house
  const { name, ip, check = {} } = attempt
  const { pair, known, counts } = standing
  if (name === undefined) {
    // There is no captcha where a browser is sent back by another server.
    if (!known && counts.address >= addressFailures.most) throw appError('TOO_MANY')
    return
  }
  const isSlowed = (known ? counts.pair : counts.name) >= nameFailures.most
  const isChecked = needsCheck(standing) || (isSlowed && Boolean(check.ticket || check.captcha))
  if (isChecked) await checkPerson(house, captcha, ip, check)
  // Who solved a captcha does not wait for strangers elsewhere that try the same name.
  if (isSlowed && !(await paced(db.app, 'login pace', isChecked ? pair : name, slowSeconds)))
    throw appError('TOO_MANY', { result: { wait: slowSeconds, ...asksForCheck } })
}

/** Counts an attempt that was judged wrong. Answers whether the next one needs a captcha. */
async function countFailure(
  { db }: SignInServices,
  { name, ip, route }: Attempt,
  standing: Standing,
): Promise<boolean> {
  const counts = {
    address: await count(db.app, addressFailures, ip),
    name: name === undefined ? 0 : await count(db.app, nameFailures, name),
    pair: name === undefined ? 0 : await count(db.app, pairFailures, standing.pair),
  }
  if (counts.address === addressFailures.most || counts.name === nameFailures.most) {
    const content = `登录次数过多，已限制：${name ?? ip}`
    await writeLog(db.app, { type: 1, content, username: name ?? '', ip, route, ok: false })
  }
  return name !== undefined && needsCheck({ ...standing, counts })
}

const writeRefusal = ({ db }: SignInServices, { name, ip, route }: Attempt, text: string): Promise<void> => {
  const username = name ?? ''
  const content = `用户名: ${username},登录失败！${text}`
  return writeLog(db.app, { type: 1, content, username, ip, route, ok: false })
}

/** One attempt when its turn has come; answers the user's id. Where `prove` throws, nothing was judged or counted. */
async function judge(house: SignInServices, captcha: Captcha, attempt: Attempt): Promise<string> {
  const standing = await standingOf(house, attempt)
  await admit(house, captcha, attempt, standing)
  const proof = await attempt.prove()
  if ('refusal' in proof) {
    const isAsked = await countFailure(house, attempt, standing)
    await writeRefusal(house, attempt, proof.refusal)
    throw refusal(proof.refusal, isAsked ? asksForCheck : undefined)
  }
  if (attempt.name !== undefined) await forget(house.db.app, pairFailures, standing.pair)
  return proof.userId
}

/** The one way in: every kind of sign-in has these limits, this log and these rules. Answers the user's id, or throws what the client shows. */
export async function signIn(house: SignInServices, captcha: Captcha, attempt: Attempt): Promise<string> {
  const queue = attempt.name === undefined ? outsideAttempts : guesses
  const userId = await queue.run(attempt.ip, () => judge(house, captcha, attempt))
  const user = await house.db.app
    .selectFrom('sys_user')
    .select(['status', 'create_by', 'update_by'])
    .where('id', '=', userId)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  if (user?.status === 1) return userId
  // Who registered and was not touched by anybody since is still waiting.
  const waits = user?.create_by === registered && user.update_by === null
  const text = waits ? '您的账号正在等待管理员开通' : '该用户已冻结'
  await writeRefusal(house, attempt, text)
  throw refusal(text)
}

/** `create_by` of who registered. */
export const registered = 'register'
