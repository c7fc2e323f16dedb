import { type PointerEvent, useState } from 'react'

interface Edge {
  /** Where the pointer is along the way of the edge, in pixels. */
  read(event: PointerEvent): number
  size: number
  /** The pixels of one unit of the size; negative where the size grows against the way. */
  getStep(): number
  /** May get a size out of bounds or with a fraction. */
  onResize(size: number): void
}

/** Dragging an edge by mouse, pen or finger: the handlers of the element at the edge. */
export function useEdgeDrag({ read, size, getStep, onResize }: Edge) {
  const [start, setStart] = useState<{ at: number; size: number } | null>(null)
  const release = () => setStart(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart({ at: read(event), size })
    },
    onPointerMove(event: PointerEvent) {
      const step = getStep()
      if (start && step !== 0) onResize(start.size + (read(event) - start.at) / step)
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
