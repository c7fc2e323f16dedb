import { useEffect, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { type ListContext, listCommands } from './list-commands.ts'

/** Runs the commands of the list by their keys while this page is visible and the focus is in no dialog. */
export function useListKeys(context: ListContext): void {
  const page = usePage()
  const latest = useRef(context)
  latest.current = context
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (isInDialog || !page.isShown()) return
      const { code, ctrlKey, metaKey, altKey, shiftKey } = event
      // The position of the key names it: with Alt some systems type another letter.
      const key = code.replace(/^Key/, '')
      const preventDefault = () => event.preventDefault()
      runKey(listCommands, latest.current, { key, ctrlKey, metaKey, altKey, shiftKey, preventDefault })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [page])
}
