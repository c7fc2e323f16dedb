import { timingSafeEqual } from 'node:crypto'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentTime } from '../../platform/store/clock.ts'

export const DOCTOR_HEADER = 'x-doctor'
const PURPOSE = 'doctor'
/** Milliseconds; the clocks of two machines differ. */
const MAX_AGE = 5 * 60_000

/** What the server sees of a request. */
export interface SeenRequest {
  /** Of the client, as it is logged and counted. */
  address: string
  /** The other end of the connection: the client, or the last proxy. */
  peer: string
  /** The host that the origin of a page must have. */
  host: string
  /** Whether a proxy, or the client, has sent X-Forwarded-For. */
  isForwarded: boolean
  /** Whether the other end is the trusted proxy. */
  isTrusted: boolean
}

/** A header that only a program with the secret key of this installation can make. */
export const signDoctor = (secrets: Pick<Secrets, 'sign'>, time = Date.now()): string =>
  `${time}.${secrets.sign(String(time), PURPOSE)}`

function isDoctor(secrets: Pick<Secrets, 'sign'>, header: unknown): boolean {
  if (typeof header !== 'string') return false
  const time = Number(header.split('.')[0])
  if (!Number.isSafeInteger(time) || Math.abs(currentTime().getTime() - time) > MAX_AGE) return false
  const [expected, received] = [Buffer.from(signDoctor(secrets, time)), Buffer.from(header)]
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** What `npm run doctor -- --url` asks through the proxies; for others there is nothing. */
export const doctorRoutes: Plugin<PlatformServices> = (app, { config, secrets }) => {
  app.route({
    method: 'GET',
    url: '/sys/doctor',
    config: { access: 'public' },
    preValidation: async ({ headers }) => {
      if (!isDoctor(secrets, headers[DOCTOR_HEADER])) throw appError('NOT_FOUND')
    },
    handler: async ({ ip, ips, raw, headers }) => {
      const seen: SeenRequest = {
        address: ip,
        peer: raw.socket.remoteAddress ?? '',
        host: String((config.trustedProxy && headers['x-forwarded-host']) || headers.host),
        isForwarded: raw.headers['x-forwarded-for'] !== undefined,
        isTrusted: (ips?.length ?? 0) > 1,
      }
      return ok(seen)
    },
    wsHandler: (socket) => socket.close(),
  })
}
