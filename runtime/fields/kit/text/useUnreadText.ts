import { useSyncExternalStore } from 'react'
import type { Parsed } from '#runtime/kernel/problem.ts'
import type { ControlProps } from '../../contract.ts'
import { useValueBinding } from '../../model-context.tsx'
import { useOwnBinding } from '../useOwnBinding.ts'
import { UnreadText } from './unread-text.ts'

/**
 * Typed text of a control: `commit` stores its value, or keeps a text that `read` refuses with the record, so that it
 * outlives the control. `unread` is that text.
 */
export function useUnreadText(props: ControlProps<string>, read: (text: string) => Parsed<string | null>) {
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
      const result = read(text)
      if (result.ok) return set(result.value)
      // A detail table in form layout has no row before its first value.
      if (enclosing?.exists() === false) patch({})
      binding.setPending(new UnreadText(binding, text, result.text))
    },
  }
}
