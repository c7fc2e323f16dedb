import type { KeyboardEvent } from 'react'

/** Pixels of a box for long text. */
export type BoxSize = readonly [width: number, height: number]

/** Enter makes a line in the box and goes no further. */
export const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey) event.stopPropagation()
}
