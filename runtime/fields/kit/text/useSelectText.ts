import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useServices } from '#runtime/services/services.tsx'
import type { CellStep, ControlProps } from '../../../contract/contract.ts'
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

/** The marked option in the open list of a select of one value. */
const markedOption = (input: Element) =>
  input.closest('.ant-select-single') &&
  document
    .getElementById(input.getAttribute('aria-controls') ?? '')
    ?.closest('.ant-select-dropdown')
    ?.querySelector<HTMLElement>('.ant-select-item-option-active')

/**
 * The search text of a select: a text that chose nothing when the focus leaves takes its only item, after the answer of
 * `find` if necessary, or stays with the reason. `take` writes an item, in a detail cell as part of the step. Tab leaves
 * the open list with the option that the arrow keys marked.
 */
export function useSelectText<I extends Item>(
  props: Pick<ControlProps, 'field' | 'values' | 'patch' | 'cell' | 'onBlur'> & {
    onOpenChange?(open: boolean): void
  },
  find: (text: string) => Promise<readonly I[]>,
  take: (item: I, step: CellStep | undefined) => void,
) {
  const { field, values, patch, cell, onBlur } = props
  const { notify } = useServices()
  const pending = usePendingText({ value: null, onChange: () => {}, field, values, patch })
  const typed = useRef('')
  const isMarked = useRef(false)
  const isOpenNow = useRef(false)
  const [isOpen, setOpen] = useState(false)

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
  const toggle = (open: boolean) => {
    isOpenNow.current = open
    isMarked.current = false
    setOpen(open)
    props.onOpenChange?.(open)
    // After the key that closes the list: Esc drops the text.
    if (!open) queueMicrotask(() => !isOpenNow.current && keepTyped())
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
      open: isOpen,
      onOpenChange: toggle,
      onSearch(text: string) {
        // Typing opens the list. The select clears its search when its list closes.
        if (text !== '') isOpenNow.current = true
        if (isOpenNow.current) typed.current = text.trim()
        isMarked.current = false
      },
      onKeyDownCapture({ key, target }: KeyboardEvent) {
        if (!isOpen) return
        if (key === 'ArrowDown' || key === 'ArrowUp') isMarked.current = true
        // An open list would take the option that it marked itself, and keep the focus.
        if (key === 'Tab')
          flushSync(() => {
            if (isMarked.current) markedOption(target as Element)?.click()
            toggle(false)
          })
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
