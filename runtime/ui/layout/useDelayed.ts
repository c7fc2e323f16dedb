import { useEffect, useState } from 'react'

/** True once a state has lasted 300 ms: a quick response never flashes a skeleton. */
export function useDelayed(on: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!on) return setLate(false)
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [on])
  return on && isLate
}
