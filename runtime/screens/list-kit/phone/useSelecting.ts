import { useEffect, useRef, useState } from 'react'
import type { List } from '../useList.ts'

/**
 * Whether the rows of a phone's list are being selected, and its setter. It ends when no selected row remains: the
 * last one was unselected, or an action cleared the selection.
 */
export function useSelecting({ selected }: List): [boolean, (on: boolean) => void] {
  const [isSelecting, setSelecting] = useState(false)
  const before = useRef(0)
  useEffect(() => {
    if (before.current > 0 && selected.size === 0) setSelecting(false)
    before.current = selected.size
  }, [selected.size])
  return [isSelecting, setSelecting]
}
