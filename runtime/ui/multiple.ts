import type { KeyboardEvent } from 'react'

/** Props of a select of several values: Tab leaves it, and does not toggle the marked option of its open list. */
export const multiple = {
  mode: 'multiple' as const,
  onKeyDownCapture(event: KeyboardEvent) {
    if (event.key === 'Tab') event.stopPropagation()
  },
}
