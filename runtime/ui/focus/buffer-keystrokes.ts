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

/** Keys that end the text of a cell or move on, and that a fast typist presses before its editor is there. */
const commandKeys = new Set(['Enter', 'Tab', 'Backspace'])

const isCommandKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  commandKeys.has(key) && !ctrlKey && !metaKey && !altKey

/**
 * Buffers typed text for an input that does not exist yet (an editor whose code loads, a dialog that opens with a
 * search input): the letters are inserted into the first focused input, as if typed there. With `isStill` (an editor of
 * a cell) Enter, Tab and Backspace are buffered too, with all keys after them. Any other key or a mouse press ends the
 * buffering, and so does `isStill` when it returns false.
 */
export function bufferKeystrokes(text: string, isStill?: () => boolean): void {
  end()
  let buffer = text
  const commands: KeyboardEvent[] = []
  const isNeeded = () => isStill?.() !== false
  const onKey = (event: KeyboardEvent) => {
    // Shift is part of the next key.
    if (event.key === 'Shift') return
    const isCommand = isStill !== undefined && isCommandKey(event)
    const isBuffered = (isCharacterKey(event) || isCommand) && !event.isComposing
    if (!isBuffered || !isNeeded() || isTextInput(document.activeElement)) return end()
    if (isCommand || commands.length > 0) commands.push(event)
    else buffer += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!isNeeded()) return end()
    if (!isTextInput(target)) return
    end()
    // The input is part of a tree that is being rendered: it receives its text right after that.
    queueMicrotask(() => {
      if (document.activeElement !== target) return
      if (buffer !== '') document.execCommand('insertText', false, buffer)
      playInTurn(commands)
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

/** Plays keys one after the other; React has rendered the effect of each before the next. */
function playInTurn([event, ...rest]: readonly KeyboardEvent[]): void {
  if (!event) return
  queueMicrotask(() => {
    play(event)
    playInTurn(rest)
  })
}

/** Sends a key to the focused element; a letter that nothing handles is inserted like typed text. */
function play(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event
  const target = document.activeElement ?? document.body
  const again = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true }
  if (!target.dispatchEvent(new KeyboardEvent('keydown', again))) return
  if (!isTextInput(document.activeElement)) return
  if (isCharacterKey(event)) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
}
