const editable =
  'input:not([readonly]):not([disabled]):not([type="hidden"]), textarea:not([readonly]):not([disabled])'

/** Focuses the first editable field, unless the focus is in the form already. */
export function focusFirst(form: HTMLElement | null): void {
  if (form && !form.contains(document.activeElement)) form.querySelector<HTMLElement>(editable)?.focus()
}
