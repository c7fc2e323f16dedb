import type { KeyboardEvent } from 'react'

/** Size of a textarea in pixels. */
export type TextareaSize = readonly [width: number, height: number]

/** Enter inserts a line break in the textarea and does not bubble. */
export const stopEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey) event.stopPropagation()
}
