import { useSyncExternalStore } from 'react'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'
import type { ControlProps } from '../../../contract/contract.ts'
import { useValueBinding } from '../../../contract/model-context.tsx'
import { useOwnBinding } from '../useOwnBinding.ts'

export interface PendingText {
  /** The typed text that is no value (yet); null: the control shows its value. */
  now: PendingValue | null
  /** The value belongs to an open record, which shows the problem of the text. */
  isInRecord: boolean
  /** The binding for a text that the control keeps from now on. */
  open(): ValueBinding
  end(): void
}

/** A typed text that is no value (yet): it stays with the record of its field, so that it outlives the control. */
export function usePendingText({
  value,
  onChange,
  field,
  values,
  patch,
}: Omit<ControlProps<string>, 'field'> & { field: { key: string } }): PendingText {
  const localBinding = useOwnBinding(value, onChange)
  const enclosing = useValueBinding(field.key, values)
  const binding = enclosing?.binding ?? localBinding
  const pending = useSyncExternalStore(binding.subscribe, binding.pending)
  return {
    now: pending?.endsWithChange ? pending : null,
    isInRecord: enclosing !== null,
    open() {
      // A detail table in form layout has no row before its first value.
      if (enclosing?.exists() === false) patch({})
      return binding
    },
    end() {
      if (binding.pending()?.endsWithChange) binding.setPending(null)
    },
  }
}
