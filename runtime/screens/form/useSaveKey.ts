import { useEffect, useRef } from 'react'
import { usePage } from '../../data/page.ts'

/** Ctrl S saves what is open. */
export function useSaveKey(save: () => void): void {
  const page = usePage()
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      // Behind another page there may be a form too; the key is not meant for it.
      if (!page.isShown()) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [page])
}
