import type { KeyboardEvent } from 'react'

/** Pixels of a box for long text. */
export type BoxSize = readonly [width: number, height: number]

/** Enter makes a line in the box and goes no further. */
export const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey) event.stopPropagation()
}

/** A pop-up joins the page only after its content was made: `autoFocus` would come too early. Answers what ends it. */
export function focusSoon(focus: () => void): () => void {
  const frame = requestAnimationFrame(focus)
  return () => cancelAnimationFrame(frame)
}
