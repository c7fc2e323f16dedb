import { useRef, useState } from 'react'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'

/** A binding for a value outside of every record: its pending value lives as long as the control. */
export function useOwnBinding<V>(value: V | null, onChange: (value: V | null) => void): ValueBinding {
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const [binding] = useState((): ValueBinding => {
    const listeners = new Set<() => void>()
    let pending: PendingValue | undefined
    return {
      value: () => latest.current.value,
      set: (next) => latest.current.onChange(next as V | null),
      pending: () => pending,
      setPending(pendingValue) {
        pending = pendingValue ?? undefined
        for (const listener of listeners) listener()
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
  })
  return binding
}
