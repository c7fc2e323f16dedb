import { useEffect, useRef } from 'react'

const open: object[] = []

/** A question over the page waits for its answer: saving behind it would change what it asks about. */
const hasQuestion = (): boolean => document.querySelector('.ant-modal-confirm') !== null

/** Ctrl+S saves the topmost open form, unless a question is open. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const me = {}
    open.push(me)
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (open.at(-1) === me && !hasQuestion()) latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      open.splice(open.indexOf(me), 1)
    }
  }, [])
}
