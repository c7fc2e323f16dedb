import { Secret, TOTP } from 'otpauth'
import { currentTime } from '../../../platform/store/clock.ts'

/** Seconds for which a code is valid. */
const STEP = 30
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1

const buildTotp = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), digits: 6, period: STEP })

/** A new secret of 160 bits, as authenticators accept it: base32. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The address in the QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  buildTotp(secret, { issuer, label }).toString()

/** The time step of the code; null when the code is wrong at this time. */
export function totpStep(secret: string, code: string, timestamp = currentTime().getTime()): number | null {
  const delta = buildTotp(secret).validate({ token: code, window: WINDOW, timestamp })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP) + delta
}

/** The code of this moment. */
export const totpCode = (secret: string, timestamp = currentTime().getTime()): string =>
  buildTotp(secret).generate({ timestamp })
