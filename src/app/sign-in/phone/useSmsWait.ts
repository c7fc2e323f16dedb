import { useState } from 'react'
import { readStored, writeStored } from '#client/session/storage.ts'
import type { SmsMode } from '../calls.ts'
import { useSecondsTo } from '../useSecondsTo.ts'

interface Sent {
  mobile: string
  /** The instant (ms) from which another code may be requested. */
  until: number
}

const RESEND_DELAY_MS = 60_000
const buildKey = (mode: SmsMode): string => `SMS_${mode}`

/** The code that the user waits for, also after a reload; null when there is none. */
export function awaited(mode: SmsMode): Sent | null {
  const raw = readStored(buildKey(mode)) as Partial<Sent> | null
  return raw && typeof raw.mobile === 'string' && typeof raw.until === 'number' ? (raw as Sent) : null
}

/** Seconds until another code may be requested. */
export function useSmsWait(mode: SmsMode) {
  const [until, setUntil] = useState(() => awaited(mode)?.until ?? 0)
  const secondsLeft = useSecondsTo(until)
  const start = (mobile: string) => {
    const message: Sent = { mobile, until: Date.now() + RESEND_DELAY_MS }
    writeStored(buildKey(mode), message, RESEND_DELAY_MS)
    setUntil(message.until)
  }
  return { secondsLeft, start }
}
