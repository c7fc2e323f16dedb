import { type CompositionEvent, type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

export interface EchoOptions {
  /** The value as text. */
  text: string
  /** Maps typed text to the accepted text; null rejects the key. Default: accepts everything. */
  admit?: ((typed: string) => string | null) | undefined
  /** Stores the typed text; returns the text of the stored value, which `text` becomes. */
  commit(typed: string): string
}

/** Sets the text of the input and keeps the distance of the caret from the end. */
function write(input: TextElement, text: string): void {
  if (input.value === text) return
  const fromEnd = input.value.length - (input.selectionEnd ?? input.value.length)
  input.value = text
  const position = Math.max(0, text.length - fromEnd)
  // Moving the caret of an unfocused input would take the focus in some browsers.
  if (input === document.activeElement) input.setSelectionRange(position, position)
}

/**
 * Props of an input that displays typed text by itself, so that no render delays a letter. A text from outside (undo,
 * a lookup, another user) replaces the displayed one; on blur the text of the value is displayed. Text of an input
 * method is committed when its composition ends.
 */
export function useEcho<E extends TextElement>({ text, admit = (typed) => typed, commit }: EchoOptions) {
  const ref: RefObject<E | null> = useRef<E>(null)
  const displayed = useRef(text)
  /** The text of the last committed value. */
  const reported = useRef(text)
  const isComposing = useRef(false)

  useLayoutEffect(() => {
    if (text === reported.current || isComposing.current) return
    reported.current = text
    displayed.current = text
    if (ref.current) write(ref.current, text)
  })

  const handleInput = (input: TextElement) => {
    const admitted = admit(input.value)
    if (admitted !== null && admitted !== displayed.current) {
      displayed.current = admitted
      reported.current = commit(admitted)
    }
    write(input, displayed.current)
  }
  return {
    ref,
    defaultValue: text,
    onInput: (event: FormEvent<E>) => {
      if (!isComposing.current) handleInput(event.currentTarget)
    },
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: (event: CompositionEvent<E>) => {
      isComposing.current = false
      handleInput(event.currentTarget)
    },
    onBlur: () => {
      displayed.current = reported.current
      if (ref.current) write(ref.current, reported.current)
    },
  }
}
