import { useSyncExternalStore } from 'react'
import { outputsOf, type RowOutputs, subscribeOutputs } from '#runtime/record/row-outputs.ts'
import type { RowStore } from '#runtime/record/row-store.ts'

const never = () => () => {}

/** The current outputs of a detail table; null without one. */
export function useRowOutputs<S extends RowStore | undefined>(
  store: S,
): S extends RowStore ? RowOutputs : RowOutputs | null
export function useRowOutputs(store: RowStore | undefined): RowOutputs | null {
  return useSyncExternalStore(store ? (listener) => subscribeOutputs(store, listener) : never, () =>
    store ? outputsOf(store) : null,
  )
}
