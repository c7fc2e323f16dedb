import type { PointerEvent } from 'react'
import './column-edge.css'

/** Gets the width of a drag, `isEnd` for the last one; null for the width without a choice of the user. */
type OnResize = (width: number | null, isEnd: boolean) => void

/** The right edge of the head of a column: dragged, it changes the width; a double click resets it. Keys do the same. */
export const ColumnEdge = ({ onResize }: { onResize: OnResize }) => (
  <span
    aria-hidden
    className="pro-column-edge"
    title="拖动改列宽，双击恢复"
    onPointerDown={(event) => dragEdge(event, onResize)}
    // A click on the head may sort.
    onClick={(event) => event.stopPropagation()}
    onDoubleClick={() => onResize(null, true)}
  />
)

/** Tracks the pointer with the width of a head cell. */
function dragEdge(event: PointerEvent<HTMLElement>, onResize: OnResize): void {
  const handle = event.currentTarget
  const start = handle.parentElement?.getBoundingClientRect().width ?? 0
  let last: number | null = null
  event.preventDefault()
  event.stopPropagation()
  handle.setPointerCapture?.(event.pointerId)
  const ended = new AbortController()
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', run: (event: MouseEvent) => void) =>
    handle.addEventListener(type, run, ended)
  const onEnd = () => {
    ended.abort()
    if (last !== null) onResize(last, true)
  }
  listen('pointermove', ({ clientX }) => {
    last = start + clientX - event.clientX
    onResize(last, false)
  })
  listen('pointerup', onEnd)
  listen('pointercancel', onEnd)
}
