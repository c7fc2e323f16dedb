/** Lets the focused control take its typed text as if the focus left it; the control keeps the focus. */
export function commitFocused(): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}
