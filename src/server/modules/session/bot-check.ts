import { appError } from '#runtime/kernel/errors.ts'
import type { Db } from '../../platform/store/database.ts'
import { count, countsOf, type Limit } from './counters.ts'
import { type Device, deviceKey } from './known-devices.ts'
import { ageOf, consume, issue, peek } from './one-time.ts'

/** A point of the drag: how far (0 to 1), and after how many milliseconds. */
export type Trace = readonly (readonly [number, number])[]

const life = 120
const failures: Limit = { scope: 'human', most: 60, minutes: 10 }
const MAX_PEEKS = 20

interface TicketBinding {
  ip: string
}

/** A ticket says that somebody solved a picture or dragged the slider, from this address, a moment ago. */
export const issueTicket = (db: Db, ip: string): Promise<string> => issue(db, 'human', { ip }, life)

const missing = () => appError('BUSINESS', { text: '请先完成安全验证', result: { ticket: true } })

/** Uses the ticket up, or refuses. */
export async function requireTicket(db: Db, ticket: string | undefined, ip: string): Promise<void> {
  const bound = ticket ? await consume<TicketBinding>(db, 'human', ticket) : null
  if (bound?.ip !== ip) throw missing()
}

/** The ticket stays good for what comes after the question. */
export async function checkTicket(db: Db, ticket: string | undefined, ip: string): Promise<void> {
  const bound = ticket ? await peek<TicketBinding>(db, 'human', ticket, MAX_PEEKS) : null
  if (bound?.ip !== ip) throw missing()
}

/** Refuses a device whose pictures and drags failed too often. Other devices behind its address go on. */
export async function limitChecks(db: Db, place: Device): Promise<void> {
  const [failed = 0] = await countsOf(db, [[failures, deviceKey(place)]])
  if (failed >= failures.most) throw appError('TOO_MANY')
}

export const countFailedCheck = async (db: Db, place: Device): Promise<void> => {
  await count(db, failures, deviceKey(place))
}

export const issueChallenge = (db: Db, ip: string): Promise<string> => issue(db, 'slide', { ip }, life)

/** All the way, forward in time, in more than a leap and less than a minute. */
function isDrag(trace: Trace): boolean {
  const first = trace[0]
  const last = trace.at(-1)
  if (!first || !last || first[0] > 0.1 || last[0] < 0.98) return false
  const took = last[1] - first[1]
  const forward = trace.every(([, at], n) => at >= (trace[n - 1]?.[1] ?? 0))
  return forward && took >= 150 && took <= 60_000
}

/**
 * Friction, not proof: a script can make up a drag. What it cannot do is to make one up without asking us, faster
 * than it says it took, twice, from another address, or more often than the limits allow.
 */
export async function solveSlide(
  db: Db,
  challenge: string,
  trace: Trace,
  place: Device,
): Promise<string | null> {
  const age = await ageOf(db, 'slide', challenge)
  const bound = await consume<TicketBinding>(db, 'slide', challenge)
  const took = (trace.at(-1)?.[1] ?? 0) - (trace[0]?.[1] ?? 0)
  if (bound?.ip === place.ip && isDrag(trace) && age >= took) return await issueTicket(db, place.ip)
  await countFailedCheck(db, place)
  return null
}
