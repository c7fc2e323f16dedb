import { type KeyboardEvent, useRef } from 'react'
import { useRuntime } from '../../context.tsx'
import type { CellStep, ControlProps } from '../../contract.ts'
import { keepSearchedText } from './searched-text.ts'
import { usePendingText } from './usePendingText.ts'

/** An item that a search may find. */
interface Item {
  value: string
  text: string
}

/** The item that a text means: the only one, or the only one with this text or value. */
function clearItem<I extends Item>(items: readonly I[], typed: string): I | undefined {
  const exact = items.filter(({ value, text }) => text === typed || value === typed)
  return items.length === 1 ? items[0] : exact.length === 1 ? exact[0] : undefined
}

/**
 * The search text of a select: a text that chose nothing when the focus leaves takes its only item, after the answer of
 * `find` if necessary, or stays with the reason. `take` writes an item, in a detail cell as part of the step.
 */
export function useSelectText<I extends Item>(
  props: Pick<ControlProps, 'field' | 'values' | 'patch' | 'cell' | 'onBlur'>,
  find: (text: string) => Promise<readonly I[]>,
  take: (item: I, step: CellStep | undefined) => void,
) {
  const { field, values, patch, cell, onBlur } = props
  const { notify } = useRuntime()
  const pending = usePendingText({ value: null, onChange: () => {}, field, values, patch })
  const typed = useRef('')
  const isOpen = useRef(false)

  const keep = async (text: string) => {
    const step = cell?.newStep()
    const search = find(text).then((items) => ({ hit: clearItem(items, text), count: items.length }))
    const reason = await keepSearchedText(pending.open(), text, search, (item) => take(item, step))
    if (reason !== null && !pending.isInRecord) notify('warning', reason)
  }
  const keepTyped = () => {
    const text = typed.current
    typed.current = ''
    if (text !== '') void keep(text)
  }
  const drop = () => {
    typed.current = ''
  }
  return {
    /** The text that chose nothing (yet); the select shows it instead of its value. */
    left: pending.now?.shortText ?? null,
    isUnread: pending.now?.isFailed === true,
    hasText: () => typed.current !== '',
    /** Forgets what is being typed. */
    drop,
    /** Called when the user chooses or clears. */
    end() {
      drop()
      pending.end()
    },
    events: {
      onSearch(text: string) {
        // Typing opens the list. The select clears its search when its list closes.
        if (text !== '') isOpen.current = true
        if (isOpen.current) typed.current = text.trim()
      },
      onOpenChange(open: boolean) {
        isOpen.current = open
        // After the key that closes the list: Esc drops the text, Tab leaves the focus in the select.
        if (!open) queueMicrotask(() => !isOpen.current && keepTyped())
      },
      onKeyDown({ key }: KeyboardEvent) {
        if (key === 'Escape') drop()
      },
      onBlur() {
        onBlur?.()
        keepTyped()
      },
    },
  }
}
