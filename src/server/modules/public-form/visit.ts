import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { currentTime } from '../../platform/store/clock.ts'

/** A form is filled within a day, and by nobody faster than this (ms). */
const MAX_AGE_MS = 24 * 3_600_000
const MIN_AGE_MS = 3000

const PURPOSE = 'public-form'

/** A visit of a form that this server has issued. */
export interface Visit {
  /** 256 random bits, which open the state of what was submitted with them. */
  secret: string
  isTooFast: boolean
}

const sign = (secrets: Secrets, screen: string, time: string, secret: string): string =>
  secrets.sign(`${screen} ${time} ${secret}`, PURPOSE)

/** A new visit: its time, its secret and their signature for this form. Nothing is stored, so visits cost no space. */
export function issueVisit(secrets: Secrets, screen: string, now = currentTime().getTime()): string {
  const time = now.toString(36)
  const secret = randomBytes(32).toString('base64url')
  return `${time}.${secret}.${sign(secrets, screen, time, secret)}`
}

/** The visit; null where it was not issued for this form, or too long ago. */
export function readVisit(secrets: Secrets, screen: string, visit: string): Visit | null {
  const [time = '', secret = '', signature = '', ...rest] = visit.split('.')
  const expected = Buffer.from(sign(secrets, screen, time, secret))
  const received = Buffer.from(signature)
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected))
    return null
  const age = currentTime().getTime() - Number.parseInt(time, 36)
  return age < 0 || age > MAX_AGE_MS ? null : { secret, isTooFast: age < MIN_AGE_MS }
}

/** The database has digests only. A look-up by the digest of 256 random bits tells nothing by its time. */
export const digestSecret = (secret: string): string =>
  createHash('sha256').update(`${PURPOSE} ${secret}`).digest('hex')
