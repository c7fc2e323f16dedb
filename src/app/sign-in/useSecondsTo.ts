import { useEffect, useState } from 'react'

const secondsTo = (instant: number): number => Math.max(0, Math.ceil((instant - Date.now()) / 1000))

/** Whole seconds until an instant (ms since 1970), counted down; 0 from that instant on. */
export function useSecondsTo(instant: number): number {
  const [, tick] = useState(0)
  const secondsLeft = secondsTo(instant)
  const isCounting = secondsLeft > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  return secondsLeft
}
