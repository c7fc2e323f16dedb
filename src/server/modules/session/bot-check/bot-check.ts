import { appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db } from '../../../platform/store/database.ts'
import { count, type Limit, readCounts } from '../passwords/counters.ts'
import { consume, issue, peek, readAge } from '../passwords/one-time.ts'
import { type Device, deviceKey } from '../sessions/known-devices.ts'

/** A point of the drag: the position (0 to 1), and the time in milliseconds. */
export type Trace = readonly (readonly [number, number])[]

const life = 120
const failures: Limit = { scope: 'human', most: 60, minutes: 10 }
const MAX_PEEKS = 20

interface TicketBinding {
  ip: string
}

/** A ticket proves that a picture or the slider was solved from this address a short time ago. */
export const issueTicket = (db: Db, ip: string): Promise<string> => issue(db, 'human', { ip }, life)

const refuse = defineRefusals({ TICKET_MISSING: '请先完成安全验证' })
const missing = () => refuse('TICKET_MISSING', { result: { ticket: true } })

/** Uses the ticket up, or refuses. */
export async function requireTicket(db: Db, ticket: string | undefined, ip: string): Promise<void> {
  const bound = ticket ? await consume<TicketBinding>(db, 'human', ticket) : null
  if (bound?.ip !== ip) throw missing()
}

/** Checks the ticket without using it up, for the following request. */
export async function checkTicket(db: Db, ticket: string | undefined, ip: string): Promise<void> {
  const bound = ticket ? await peek<TicketBinding>(db, 'human', ticket, MAX_PEEKS) : null
  if (bound?.ip !== ip) throw missing()
}

/** Refuses a device with too many failed pictures and drags. Other devices at its address are not affected. */
export async function limitChecks(db: Db, place: Device): Promise<void> {
  const [failed = 0] = await readCounts(db, [[failures, deviceKey(place)]])
  if (failed >= failures.most) throw appError('TOO_MANY')
}

export const countFailedCheck = async (db: Db, place: Device): Promise<void> => {
  await count(db, failures, deviceKey(place))
}

export const issueChallenge = (db: Db, ip: string): Promise<string> => issue(db, 'slide', { ip }, life)

/** A valid drag starts and ends at the edges, moves forward in time and takes between 150 ms and a minute. */
function isDrag(trace: Trace): boolean {
  const first = trace[0]
  const last = trace.at(-1)
  if (!first || !last || first[0] > 0.1 || last[0] < 0.98) return false
  const took = last[1] - first[1]
  const forward = trace.every(([, at], n) => at >= (trace[n - 1]?.[1] ?? 0))
  return forward && took >= 150 && took <= 60_000
}

/**
 * A hindrance, not a proof: a script can invent a drag. It cannot invent one without a request, faster
 * than its stated time, twice, from another address, or more often than the limits allow.
 */
export async function solveSlide(
  db: Db,
  challenge: string,
  trace: Trace,
  place: Device,
): Promise<string | null> {
  const age = await readAge(db, 'slide', challenge)
  const bound = await consume<TicketBinding>(db, 'slide', challenge)
  const took = (trace.at(-1)?.[1] ?? 0) - (trace[0]?.[1] ?? 0)
  if (bound?.ip === place.ip && isDrag(trace) && age >= took) return await issueTicket(db, place.ip)
  await countFailedCheck(db, place)
  return null
}
