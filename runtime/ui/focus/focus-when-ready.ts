import { type RefObject, useEffect, useRef } from 'react'

/**
 * A popup is attached to the page only after its content is rendered: `autoFocus` would run too early. Returns the
 * cancel function.
 */
export function focusWhenReady(focus: () => void): () => void {
  const frame = requestAnimationFrame(focus)
  return () => cancelAnimationFrame(frame)
}

interface Focusable {
  focus(): void
}

/**
 * Focuses the first input of a dialog: the element of the returned ref, or the result of `find`. Not on a touch
 * screen: the on-screen keyboard would cover the dialog.
 */
export function useFocusWhenReady<E extends Focusable>(
  find: (element: E) => Focusable | undefined = (element) => element,
): RefObject<E | null> {
  const ref = useRef<E>(null)
  const first = useRef(find)
  useEffect(() => {
    return focusWhenReady(() => {
      if (ref.current && window.matchMedia?.('(pointer: fine)').matches) first.current(ref.current)?.focus()
    })
  }, [])
  return ref
}
