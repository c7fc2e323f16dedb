import type { KeyboardEvent } from 'react'

/** Pixels of a box for long text. */
export type TextareaSize = readonly [width: number, height: number]

/** Enter makes a line in the box and goes no further. */
export const stopEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey) event.stopPropagation()
}
