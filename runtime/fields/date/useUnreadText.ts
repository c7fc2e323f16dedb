import { useSyncExternalStore } from 'react'
import type { ControlProps } from '../contract.ts'
import { useOwnBinding } from '../kit/useOwnBinding.ts'
import { useValueBinding } from '../model-context.tsx'
import { type DateKind, parseDateText } from './date-text.ts'
import { UnreadText } from './unread-text.ts'

/**
 * Typed text of a control: `commit` stores its value, or keeps a text that is no date with the record, so that it
 * outlives the control. `unread` is that text.
 */
export function useUnreadText(kind: DateKind, props: ControlProps<string>) {
  const { value, onChange, field, values, patch } = props
  const localBinding = useOwnBinding(value, onChange)
  const enclosing = useValueBinding(field.key, values)
  const binding = enclosing?.binding ?? localBinding
  const pending = useSyncExternalStore(binding.subscribe, binding.pending)
  const end = () => {
    if (binding.pending() instanceof UnreadText) binding.setPending(null)
  }
  const set = (next: string | null) => {
    end()
    if (next !== value) onChange(next)
  }
  return {
    unread: pending instanceof UnreadText ? pending : null,
    set,
    commit(text: string) {
      const read = text.trim() === '' ? null : parseDateText(text, kind, new Date())
      if (read !== null || text.trim() === '') return set(read)
      // A detail table in form layout has no row before its first value.
      if (enclosing?.exists() === false) patch({})
      binding.setPending(new UnreadText(binding, kind, text))
    },
  }
}
