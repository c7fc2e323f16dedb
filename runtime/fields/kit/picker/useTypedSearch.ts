import { useRef, useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { deferKeystrokes } from '#runtime/ui/defer-keystrokes.ts'
import { useRuntime } from '../../context.tsx'
import type { ControlProps } from '../../contract.ts'
import type { Suggest, Suggestion } from './suggest.ts'
import { useSuggestions } from './useSuggestions.ts'

interface Setup extends Pick<ControlProps, 'cell' | 'onBlur'> {
  canType?: boolean
  onText?(text: string): void
  onClear(): void
  suggest?: Suggest
}

/**
 * The text that a user types into a picker input, and the suggestions for it. `typed` is null while the input shows the
 * text of its record. Keys pressed while the server is asked are played afterwards.
 */
export function useTypedSearch({ canType, onText, onClear, suggest, cell, onBlur }: Setup) {
  const { notify } = useRuntime()
  const [typed, setTyped] = useState<string | null>(null)
  /** The typed text as key handlers see it: several keys may arrive between two renders. */
  const now = useRef(typed)
  const suggestions = useSuggestions(suggest)
  const { state } = suggestions

  const set = (text: string | null) => {
    now.current = text
    setTyped(text)
  }
  const reset = () => {
    set(null)
    suggestions.close()
  }
  const accept = (hit: Suggestion) => {
    reset()
    hit.take()
  }
  /** Runs an action when the answer for the typed text has arrived; keys pressed until then follow it if it is true. */
  const whenSettled = async (action: () => boolean): Promise<boolean> => {
    if (suggestions.isSettled()) return action()
    const keys = deferKeystrokes()
    await suggestions.settle()
    const isDone = action()
    // Released after the caller has moved the cursor.
    setTimeout(isDone ? keys.release : keys.drop)
    return isDone
  }
  return {
    typed,
    suggestions,
    markedIndex: state.status === 'found' ? state.marked : -1,
    reset,
    type(text: string) {
      const before = now.current
      if (canType || (text === '' && before === null)) text === '' ? onClear() : onText?.(text)
      if (text === '' && before === null) return
      set(text)
      if (text === '') suggestions.close()
      else suggestions.start(text)
    },
    /** Moves the mark; a closed list opens with the first records. */
    async move(by: 1 | -1) {
      if (!suggestions.isOpen) return by === 1 ? suggestions.start(now.current ?? '', true) : undefined
      await whenSettled(() => {
        suggestions.move(by)
        return true
      })
    },
    /** Takes the marked or the only hit; of several the first is marked. Returns whether a record was taken. */
    enter: () =>
      whenSettled(() => {
        const hit = suggestions.marked()
        if (hit) accept(hit)
        else if (!canType) suggestions.move(1)
        else suggestions.close()
        return hit !== undefined
      }),
    take(index: number) {
      const hit = state.status === 'found' ? state.hits[index] : undefined
      if (hit) accept(hit)
    },
    /** The focus leaves: the typed text takes its only hit, or the field says why it has none. */
    async leave() {
      onBlur?.()
      const left = now.current
      if (left === null || canType) return suggestions.close()
      set(null)
      if (left === '') return onClear()
      const { hit, hits } = await suggestions.finish()
      const text = errorText(hits.length > 0 ? 'PICK_ONE' : 'NO_RESULTS')
      if (hit) hit.take()
      else if (cell) cell.markError(text)
      else notify('warning', text)
    },
  }
}
