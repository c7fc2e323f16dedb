import { type CompositionEvent, type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

export interface EchoOptions {
  /** The value as text. */
  text: string
  /** What may stand there for what was typed; null takes the key back. Default: all of it. */
  admit?: ((typed: string) => string | null) | undefined
  /** Tells what was typed; answers how its value reads, which is what `text` becomes. */
  commit(typed: string): string
}

/** Puts a text into the input, the cursor as far from its end as it was. */
function write(input: TextElement, text: string): void {
  if (input.value === text) return
  const fromEnd = input.value.length - (input.selectionEnd ?? input.value.length)
  input.value = text
  const position = Math.max(0, text.length - fromEnd)
  // Moving the cursor of an input that is not typed in would take the focus in some browsers.
  if (input === document.activeElement) input.setSelectionRange(position, position)
}

/**
 * The props of an input that shows what is typed by itself, so that no drawing stands between a key and its letter.
 * A text that comes from elsewhere (undo, a look-up, another user) takes the place of what stands there; leaving it
 * leaves the value's own text. What an input method is still composing is told when it is done.
 */
export function useEcho<E extends TextElement>({ text, admit = (typed) => typed, commit }: EchoOptions) {
  const ref: RefObject<E | null> = useRef<E>(null)
  const shown = useRef(text)
  /** How the value that was told last reads. */
  const reported = useRef(text)
  const isComposing = useRef(false)

  useLayoutEffect(() => {
    if (text === reported.current || isComposing.current) return
    reported.current = text
    shown.current = text
    if (ref.current) write(ref.current, text)
  })

  const handleInput = (input: TextElement) => {
    const admitted = admit(input.value)
    if (admitted !== null && admitted !== shown.current) {
      shown.current = admitted
      reported.current = commit(admitted)
    }
    write(input, shown.current)
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
      shown.current = reported.current
      if (ref.current) write(ref.current, reported.current)
    },
  }
}
