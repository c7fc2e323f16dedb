/** A line or box that what is typed goes into. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement
    ? !target.readOnly
    : target instanceof HTMLInputElement &&
      ['text', 'search', 'tel', 'url'].includes(target.type) &&
      !target.readOnly

/** An editor or dialog that is not there by then takes no keys any more. */
const MAX_WAIT_MS = 10_000
let end = () => {}

/**
 * What is typed while its box is still to come (an editor whose code loads, a dialog that opens with a search in it):
 * the letters wait, and go into the first box that gets the focus, as if they were typed there. Any other key or a press
 * of the mouse ends the waiting, and so does `isStill` when it is not asked for any more.
 */
export function bufferKeystrokes(text: string, isStill: () => boolean = () => true): void {
  end()
  let held = text
  const onKey = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter || event.isComposing || !isStill() || isTextInput(document.activeElement)) return end()
    held += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!isStill()) return end()
    if (!isTextInput(target)) return
    end()
    // The box belongs to a tree that is just being drawn: it hears of its text right after that.
    queueMicrotask(() => {
      if (document.activeElement === target) document.execCommand('insertText', false, held)
    })
  }
  const timer = setTimeout(() => end(), MAX_WAIT_MS)
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('mousedown', stop, true)
    end = () => {}
  }
  end = stop
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('mousedown', stop, true)
}
