import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 500
/** A finger that moves further, in pixels, scrolls. */
const MAX_MOVE_PX = 10

interface Press {
  timer: ReturnType<typeof setTimeout>
  x: number
  y: number
  isTouch: boolean
  /** It was long enough. */
  isDone: boolean
}

/** Handlers of an element that reacts to a long press; the click at the end of the press has no effect. */
export function useLongPress(onPress: (() => void) | undefined) {
  const press = useRef<Press>(null)
  const cancel = () => clearTimeout(press.current?.timer)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  if (!onPress) return {}
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary, pointerType }: PointerEvent) => {
      cancel()
      if (!isPrimary) return
      const timer = setTimeout(() => {
        if (press.current) press.current.isDone = true
        onPress()
      }, LONG_PRESS_MS)
      press.current = { timer, x, y, isTouch: pointerType === 'touch', isDone: false }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = press.current
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVE_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // The browser's own menu of a link would cover the entry.
    onContextMenu: (event: MouseEvent) => press.current?.isTouch && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      if (!press.current?.isDone) return
      press.current = null
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
