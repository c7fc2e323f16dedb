import { appError } from '../../../../runtime/kernel/errors.ts'
import type { BaseServices } from '../../services.ts'
import type { Captcha } from './captcha.ts'
import { count, forget, forgive, type Limit, paced } from './counters.ts'
import { needTicket } from './human.ts'
import { writeLog } from './log.ts'
import { isKnownPlace, type Place } from './places.ts'

/** What shows that a person is trying: a solved picture, or the ticket of the slider. */
export interface Check {
  captcha?: string | null
  checkKey?: string | number | null
  ticket?: string | null
  /** No picture can be answered here. */
  ticketOnly?: boolean
}

export type Proof = { userId: string } | { refusal: string }

export interface Attempt extends Place {
  /** The route, for the log. */
  route: string
  /** What was typed as name or phone. Absent: nothing was (CAS, third party), and only the address counts. */
  name?: string
  check?: Check
  /** Only asked when no limit stands in the way. */
  prove(): Promise<Proof>
}

// Wrong tries. From one address for one name a captcha is asked for; a name is slowed down wherever the tries
// come from, but not where its owner signed in before, so that nobody can lock somebody else out.
const pairTries: Limit = { scope: 'login pair', most: 5, minutes: 10 }
const nameTries: Limit = { scope: 'login name', most: 20, minutes: 10 }
const addressTries: Limit = { scope: 'login ip', most: 50, minutes: 10 }
const slowSeconds = 30

const refusal = (text: string, result?: unknown) =>
  appError('BUSINESS', { text, ...(result !== undefined && { result }) })

type House = Pick<BaseServices, 'db'>

async function checkPerson({ db }: House, captcha: Captcha, ip: string, check: Check): Promise<void> {
  if (check.ticket || check.ticketOnly) return await needTicket(db.app, check.ticket ?? undefined, ip)
  const given = check.captcha && check.checkKey != null
  const solved = given && (await captcha.solve(String(check.checkKey), check.captcha ?? '')) === 'right'
  if (!solved) throw refusal(check.captcha ? '验证码错误' : '请输入验证码', { captcha: true, ticket: true })
}

/** Counts the try, and refuses it where there were too many. Answers how many this name had from this address. */
async function countTry(house: House, attempt: Attempt): Promise<number> {
  const { db } = house
  const { name, ip, route } = attempt
  const tooMany = async (nth: number, most: number, result?: unknown) => {
    const content = `登录次数过多，已限制：${name ?? ip}`
    if (nth === most + 1)
      await writeLog(db.app, { type: 1, content, username: name ?? '', ip, route, ok: false })
    return appError('TOO_MANY', { result })
  }
  const fromAddress = await count(db.app, addressTries, ip)
  if (fromAddress > addressTries.most) throw await tooMany(fromAddress, addressTries.most)
  if (name === undefined) return 0
  const forName = await count(db.app, nameTries, name)
  if (forName > nameTries.most && !(await isKnownPlace(db.app, name, attempt))) {
    if (!(await paced(db.app, 'login pace', name, slowSeconds)))
      throw await tooMany(forName, nameTries.most, { wait: slowSeconds })
  }
  return await count(db.app, pairTries, `${ip} ${name}`)
}

/** The one way in: every kind of sign-in has these limits, this log and these rules. Answers the user's id, or throws what the client shows. */
export async function signIn(house: House, captcha: Captcha, attempt: Attempt): Promise<string> {
  const { db } = house
  const { name, ip, route } = attempt
  const tries = await countTry(house, attempt)
  if (tries > pairTries.most) await checkPerson(house, captcha, ip, attempt.check ?? {})
  const refuse = async (text: string, result?: unknown) => {
    const content = `用户名: ${name ?? ''},登录失败！${text}`
    await writeLog(db.app, { type: 1, content, username: name ?? '', ip, route, ok: false })
    return refusal(text, result)
  }
  const proof = await attempt.prove().catch(async (error: unknown) => {
    // Nothing was judged, e.g. CAS is away: that must not close the address for everybody behind it.
    await forgive(db.app, addressTries, ip)
    throw error
  })
  if ('refusal' in proof)
    throw await refuse(proof.refusal, tries >= pairTries.most ? { captcha: true, ticket: true } : undefined)
  await forgive(db.app, addressTries, ip)
  if (name !== undefined) {
    await forgive(db.app, nameTries, name)
    await forget(db.app, pairTries, `${ip} ${name}`)
  }
  const user = await db.app
    .selectFrom('sys_user')
    .select(['status', 'create_by', 'update_by'])
    .where('id', '=', proof.userId)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  if (user?.status === 1) return proof.userId
  // Who registered and was not touched by anybody since is still waiting.
  const waits = user?.create_by === registered && user.update_by === null
  throw await refuse(waits ? '您的账号正在等待管理员开通' : '该用户已冻结')
}

/** `create_by` of who registered. */
export const registered = 'register'
