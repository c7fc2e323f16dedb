import { isCharacterKey, isTextInput } from './buffer-keystrokes.ts'

const deferredKeys = new Set(['Enter', 'Tab', 'Backspace', 'Delete', 'F2', 'ArrowUp', 'ArrowDown'])

/** Keys that a typist presses while a cell waits for the server; others, such as Shift alone, pass. */
const isDeferrable = ({ key, isComposing }: KeyboardEvent): boolean =>
  !isComposing && (key.length === 1 || deferredKeys.has(key))

/**
 * Defers the pressed keys until `release`, which plays them in order to the element that then has the focus, or `drop`,
 * which discards them.
 */
export function deferKeystrokes(): { release(): void; drop(): void } {
  const deferred: KeyboardEvent[] = []
  const onKey = (event: KeyboardEvent) => {
    if (!isDeferrable(event)) return
    deferred.push(event)
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', onKey, true)
  const stop = () => document.removeEventListener('keydown', onKey, true)
  return {
    release() {
      stop()
      for (const event of deferred) play(event)
    },
    drop: stop,
  }
}

/** Sends a key to the focused element; a letter that nothing handles is inserted like typed text. */
function play(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event
  const target = document.activeElement ?? document.body
  const again = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true }
  if (!target.dispatchEvent(new KeyboardEvent('keydown', again))) return
  if (isCharacterKey(event) && isTextInput(document.activeElement))
    document.execCommand('insertText', false, key)
}
