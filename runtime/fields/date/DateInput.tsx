import {
  createContext,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  use,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** One typed text of a picker. */
export interface TypedDate {
  /** A typed text that is no value; null: the text of the value is displayed. */
  unread: string | null
  /** Counts the values set by the calendar: each replaces what is being typed. */
  picks: number
  /** Stores the value of the text, or the text as unread. */
  commit(text: string): void
  isOpen: boolean
  setOpen(isOpen: boolean): void
  /** Keeps the surrounding form of the browser from being submitted while the text is unread. */
  submitError?: string
}

const TypedDates = createContext<readonly TypedDate[]>([])
/** Set around a picker with `DateInput`: one entry, for a range two. */
export const TypedDatesProvider = TypedDates.Provider

type Props = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  /** Of a range picker: which end this is. */
  'date-range'?: string
}

/**
 * The input of a picker of antd, which would rewrite what is being typed: it displays the typed text unchanged until
 * blur, Enter, Tab or Ctrl+S, and only then has it read. The picker itself never receives typed text.
 */
export function DateInput({ ref, value, onChange: _, onKeyDown: __, onBlur, ...rest }: Props) {
  const typed = use(TypedDates)[rest['date-range'] === 'end' ? 1 : 0]
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<{ text: string; picks: number } | null>(null)
  const latest = useRef(draft)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  useLayoutEffect(() => {
    input.current?.setCustomValidity(typed?.unread != null ? (typed.submitError ?? '') : '')
  }, [typed])

  const set = (next: typeof draft) => {
    latest.current = next
    setDraft(next)
  }
  const commit = () => {
    const now = latest.current
    set(null)
    if (now && now.picks === typed?.picks) typed.commit(now.text)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!typed || event.nativeEvent.isComposing) return
    const isSaveKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      typed.setOpen(true)
    } else if (event.key === 'Escape' && typed.isOpen) {
      event.stopPropagation()
      typed.setOpen(false)
    } else if (event.key === 'Escape' || isSaveKey) commit()
    else if (event.key === 'Enter') {
      commit()
      // In the same render the picker would submit its old value when it closes.
      setTimeout(() => typed.setOpen(false))
    }
  }
  const draftText = draft && draft.picks === typed?.picks ? draft.text : null
  return (
    <input
      {...rest}
      ref={input}
      aria-invalid={typed?.unread != null || rest['aria-invalid']}
      value={draftText ?? typed?.unread ?? value}
      onChange={(event) => {
        set({ text: event.target.value, picks: typed?.picks ?? 0 })
        // The calendar would cover the next fields.
        if (typed?.isOpen) typed.setOpen(false)
      }}
      onKeyDown={handleKey}
      onBlur={(event) => {
        commit()
        onBlur?.(event)
      }}
    />
  )
}
