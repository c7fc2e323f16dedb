import { useEffect, useRef, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import type { ControlProps } from '../../../../contract/contract.ts'
import { keepSearchedText } from '../../text/searched-text.ts'
import type { PendingText } from '../../text/usePendingText.ts'
import type { Suggest, Suggestion } from './suggest.ts'
import { useSuggestions } from './useSuggestions.ts'

interface Setup extends Pick<ControlProps, 'cell' | 'onBlur'> {
  canType?: boolean
  onText?(text: string): void
  onClear(): void
  suggest?: Suggest
  /** The typed text that has no record (yet); absent where any text is a value. */
  pending?: PendingText | undefined
}

/**
 * The text that a user types into a picker input, and the suggestions for it. `typed` is null while the input shows the
 * text of its record, or of `pending`.
 */
export function useTypedSearch({ canType, onText, onClear, suggest, cell, onBlur, pending }: Setup) {
  const { notify } = useServices()
  const [typed, setTyped] = useState<string | null>(null)
  /** The typed text as key handlers see it: several keys may arrive between two renders. */
  const now = useRef(typed)
  /** Enter was pressed before the answer for a free text: the record that it finds replaces the text. */
  const takesLate = useRef(false)
  const suggestions = useSuggestions(suggest)
  const { state } = suggestions
  const leftText = pending?.now?.shortText ?? null

  // A cell that is opened again shows what its text found.
  const mounted = useRef({ cell, canType, leftText, start: suggestions.start })
  useEffect(() => {
    const { cell: isCell, canType: isFree, leftText: text, start } = mounted.current
    if (isCell && !isFree && text !== null) start(text, true)
  }, [])

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
    pending?.end()
  }
  const keep = async (text: string) => {
    if (!pending) return suggestions.close()
    const step = cell?.newStep()
    const reason = await keepSearchedText(pending.open(), text, suggestions.finish(), (hit) => hit.take(step))
    if (reason === null) return
    if (canType) pending?.end()
    else if (pending?.isInRecord === false) notify('warning', reason)
  }
  return {
    typed: typed ?? (canType ? null : leftText),
    isUnread: pending?.now?.isFailed === true && typed === null,
    suggestions,
    markedIndex: state.status === 'found' ? state.marked : -1,
    reset,
    type(text: string) {
      const before = now.current ?? leftText
      takesLate.current = false
      if (canType || (text === '' && before === null)) text === '' ? onClear() : onText?.(text)
      if (text === '' && before === null) return
      set(text)
      if (text === '') suggestions.close()
      else suggestions.start(text)
    },
    /** Moves the mark; a closed list opens with the first records. */
    move(by: 1 | -1) {
      if (suggestions.isOpen) suggestions.move(by)
      else if (by === 1) suggestions.start(now.current ?? leftText ?? '', true)
    },
    /**
     * Takes the marked or the only hit; of several the first is marked. A cell does not wait for the answer. Calls `done`
     * with whether the input has its value, unless the user types on before the answer.
     */
    enter(done: (hasValue: boolean) => void) {
      if (cell && !suggestions.isSettled()) {
        takesLate.current = true
        return done(true)
      }
      suggestions.whenSettled(() => {
        const hit = suggestions.marked()
        if (hit) accept(hit)
        else if (!canType) suggestions.move(1)
        else suggestions.close()
        done(hit !== undefined)
      })
    },
    take(index: number) {
      const hit = state.status === 'found' ? state.hits[index] : undefined
      if (hit) accept(hit)
    },
    /** The focus leaves: the typed text takes its hit now or after the answer, or stays and says why it has none. */
    leave() {
      onBlur?.()
      const text = now.current
      const hit = suggestions.isSettled() ? suggestions.marked() : undefined
      if (canType && text !== null && takesLate.current) void keep(text)
      else if (text === null || canType) suggestions.close()
      else if (text === '') {
        suggestions.close()
        onClear()
        pending?.end()
      } else if (hit) accept(hit)
      else void keep(text)
      set(null)
    },
  }
}
