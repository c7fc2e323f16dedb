import { useEffect, useRef } from 'react'
import { usePage } from './page-visibility.ts'
import { registerUnsaved } from './unsaved.ts'

/** While mounted and `isUnsaved`: the browser warns before leaving, and the application knows about the unsaved data. */
export function useUnsaved(isUnsaved: () => boolean, giveUp: () => void): void {
  const { key } = usePage()
  const latest = useRef({ isUnsaved, giveUp })
  latest.current = { isUnsaved, giveUp }
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    const end = registerUnsaved(
      () => latest.current.isUnsaved(),
      key,
      () => latest.current.giveUp(),
    )
    return () => {
      window.removeEventListener('beforeunload', ask)
      end()
    }
  }, [key])
}
