/** Whether typed text goes into this element. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement
    ? !target.readOnly
    : target instanceof HTMLInputElement &&
      ['text', 'search', 'tel', 'url'].includes(target.type) &&
      !target.readOnly

/** Whether a key types a character. */
export const isCharacterKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/** An editor or dialog that opens later than this receives no keys. */
const MAX_WAIT_MS = 10_000
let end = () => {}

/**
 * Buffers typed text for an input that does not exist yet (an editor whose code loads, a dialog that opens with a
 * search input): the letters are inserted into the first focused input, as if typed there. Any other key or a mouse
 * press ends the buffering, and so does `isStill` when it returns false.
 */
export function bufferKeystrokes(text: string, isStill: () => boolean = () => true): void {
  end()
  let buffer = text
  const onKey = (event: KeyboardEvent) => {
    if (!isCharacterKey(event) || event.isComposing || !isStill() || isTextInput(document.activeElement))
      return end()
    buffer += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!isStill()) return end()
    if (!isTextInput(target)) return
    end()
    // The input is part of a tree that is being rendered: it receives its text right after that.
    queueMicrotask(() => {
      if (document.activeElement === target) document.execCommand('insertText', false, buffer)
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
