import { useEffect, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'

/** Runs `add` on Alt+N while this page is visible and the focus is in no dialog; undefined: the key does nothing. */
export function useAddKey(add: (() => void) | undefined): void {
  const page = usePage()
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // By the position of the key: with Alt some systems type another letter.
      const isAddKey = event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyN'
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (!isAddKey || isInDialog || !latest.current || !page.isShown()) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [page])
}
