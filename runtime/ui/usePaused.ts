import { useEffect, useState } from 'react'

/** Milliseconds without a change after which what is typed is asked about. */
const PAUSE = 250

/** What is typed, once no key has been pressed for a while. */
export function usePaused<T>(typed: T): T {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
