/** A control, or a table that begins a form without a head. */
const editable = [
  'input:not([readonly]):not([disabled]):not([type="hidden"])',
  'textarea:not([readonly]):not([disabled])',
  '[role="grid"][aria-readonly="false"]',
].join(', ')

/** A control whose code is being loaded. */
const loading = 'span[aria-busy="true"]'

/** Milliseconds to wait for the code of the first control. */
const MAX_WAIT_MS = 3000

/**
 * Focuses the first editable field, also when its control is still being loaded, unless the focus is in the form already
 * or moves meanwhile. Returns the cancel function.
 */
export function focusFirst(form: HTMLElement | null): (() => void) | undefined {
  const start = document.activeElement
  if (!form || form.contains(start)) return
  const deadline = performance.now() + MAX_WAIT_MS
  let frame = 0
  const focus = () => {
    if (document.activeElement !== start) return
    const isLoading = form.querySelector(`${editable}, ${loading}`)?.matches(loading)
    if (isLoading && performance.now() < deadline) frame = requestAnimationFrame(focus)
    else form.querySelector<HTMLElement>(editable)?.focus()
  }
  focus()
  return () => cancelAnimationFrame(frame)
}
