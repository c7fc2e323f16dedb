import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** In a higher window the head and eight rows of a detail table fit below each other. */
const lowMedia = '(max-height: 800px)'

const editable =
  'input:not([readonly]):not([disabled]):not([type="hidden"]), textarea:not([readonly]):not([disabled])'

const isShown = (element: Element): boolean => element.getClientRects().length > 0

/** Whether an element is part of a field of the head, and of no detail table or tab. */
const isInHead = (element: Element): boolean =>
  element.closest('.pro-item:not([data-bare])') !== null && !element.closest('.pro-tabs, [data-bare]')

/**
 * In a low window the head of a form is folded while one of its detail tables has the focus, so that its rows have the
 * space. The focus unfolds it where it goes back to; elsewhere (the buttons of the form) it stays folded.
 */
export function useFoldedHead(
  form: RefObject<HTMLElement | null>,
  isFolded: boolean,
  setFolded: (isFolded: boolean) => void,
) {
  const target = useRef<'first' | 'last' | null>(null)
  useLayoutEffect(() => {
    const end = target.current
    target.current = null
    if (isFolded || end === null) return
    const fields = [...(form.current?.querySelectorAll<HTMLElement>(editable) ?? [])]
    fields
      .filter((field) => isShown(field) && isInHead(field))
      .at(end === 'first' ? 0 : -1)
      ?.focus()
  }, [isFolded, form])
  return {
    unfold(end: 'first' | 'last') {
      target.current = end
      setFolded(false)
    },
    /** A focus in a dialog of a field bubbles through the form too. */
    followFocus({ target: focused }: FocusEvent<HTMLElement>) {
      if (!form.current?.contains(focused)) return
      if (focused.closest('.detail-grid')) setFolded(matchMedia(lowMedia).matches)
      else if (isInHead(focused)) setFolded(false)
    },
  }
}
