import { useState } from 'react'
import { readStored, writeStored } from '../../session/storage.ts'
import type { SmsMode } from '../calls.ts'
import { useSecondsTo } from '../useSecondsTo.ts'

interface Sent {
  mobile: string
  /** The instant (ms) from which another code may be requested. */
  until: number
}

const pause = 60_000
const keyOf = (mode: SmsMode): string => `SMS_${mode}`

/** The code that the user waits for, also after a reload; null when there is none. */
export function awaited(mode: SmsMode): Sent | null {
  const raw = readStored(keyOf(mode)) as Partial<Sent> | null
  return raw && typeof raw.mobile === 'string' && typeof raw.until === 'number' ? (raw as Sent) : null
}

/** Seconds until another code may be requested. */
export function useSmsWait(mode: SmsMode) {
  const [until, setUntil] = useState(() => awaited(mode)?.until ?? 0)
  const secondsLeft = useSecondsTo(until)
  const start = (mobile: string) => {
    const message: Sent = { mobile, until: Date.now() + pause }
    writeStored(keyOf(mode), message, pause)
    setUntil(message.until)
  }
  return { secondsLeft, start }
}
