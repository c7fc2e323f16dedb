import type { KeyboardEvent } from 'react'

/** The keys of a button on what is no button, such as a part of a drawing. */
export const pressKeys = (press: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  press()
}
