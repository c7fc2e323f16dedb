import { useEffect, useRef } from 'react'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { commitFocused } from '#runtime/ui/focus/commit-focused.ts'
import { formCommands } from './form-commands.ts'

const open: object[] = []

/** A question over the page waits for its answer: saving behind it would change what it asks about. */
const hasQuestion = (): boolean => document.querySelector('.ant-modal-confirm') !== null

/**
 * Ctrl+S saves the topmost open form with the text of the focused control, unless a question is open; the browser never
 * takes the key.
 */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const me = {}
    open.push(me)
    const saveTopmost = () => {
      if (open.at(-1) !== me || hasQuestion()) return
      commitFocused()
      latest.current()
    }
    const onKey = (event: KeyboardEvent) => void runKey(formCommands, { save: saveTopmost }, event)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      open.splice(open.indexOf(me), 1)
    }
  }, [])
}
