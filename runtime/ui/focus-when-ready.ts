import { type RefObject, useEffect, useRef } from 'react'

/** A pop-up joins the page only after its content was made: `autoFocus` would come too early. Answers what ends it. */
export function focusWhenReady(focus: () => void): () => void {
  const frame = requestAnimationFrame(focus)
  return () => cancelAnimationFrame(frame)
}

interface Focusable {
  focus(): void
}

/**
 * The box of a dialog that is typed in first, by the ref it answers, or what `find` finds in there. Not on a touch
 * screen: its keyboard would cover what the dialog shows.
 */
export function useFocusWhenReady<E extends Focusable>(
  find: (shown: E) => Focusable | undefined = (shown) => shown,
): RefObject<E | null> {
  const shown = useRef<E>(null)
  const first = useRef(find)
  useEffect(
    () =>
      focusWhenReady(() => {
        if (shown.current && window.matchMedia?.('(pointer: fine)').matches)
          first.current(shown.current)?.focus()
      }),
    [],
  )
  return shown
}
