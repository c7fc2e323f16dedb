import type { Parsed } from '#runtime/kernel/problem.ts'
import type { ControlProps } from '../../../contract/contract.ts'
import { UnreadText } from './unread-text.ts'
import { usePendingText } from './usePendingText.ts'

/**
 * Typed text of a control: `commit` stores its value, or keeps a text that `read` refuses with the record, so that it
 * outlives the control. `unread` is that text.
 */
export function useUnreadText(props: ControlProps<string>, read: (text: string) => Parsed<string | null>) {
  const { value, onChange } = props
  const pending = usePendingText(props)
  const set = (next: string | null) => {
    pending.end()
    if (next !== value) onChange(next)
  }
  return {
    unread: pending.now,
    set,
    commit(text: string) {
      const result = read(text)
      if (result.ok) return set(result.value)
      const binding = pending.open()
      binding.setPending(new UnreadText(binding, text, result.text))
    },
  }
}
