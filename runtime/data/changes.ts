import { useEffect, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { useLive } from './hooks.ts'

/**
 * Loads again what a kept page shows when it returns and records of any screen were changed in the meantime. After a gap in
 * the connection a visible page loads at once.
 */
export function useChangesOnReturn(load: () => void): void {
  const page = usePage()
  const isOld = useRef(false)
  const look = () => {
    if (isOld.current) load()
    isOld.current = false
  }
  const latest = useRef(look)
  latest.current = look
  useLive(({ cmd }) => {
    if (cmd === 'changed' || cmd === 'reopened') isOld.current = true
    if (cmd === 'reopened' && page.isShown()) look()
  })
  useEffect(() => {
    return page.onShown(() => latest.current())
  }, [page])
}
