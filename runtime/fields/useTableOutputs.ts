import { useSyncExternalStore } from 'react'
import { outputsOf, type RowOutputs, subscribeOutputs } from '#runtime/record/row-outputs.ts'
import { useRecordModel } from './model-context.tsx'

const never = () => () => {}

/**
 * What the detail table under `key` says to the code around it in the same form, a registered control (`slot`) say: the
 * page that shows, the chosen rows and their ids, as they are now. Null where the form has no such detail.
 */
export function useTableOutputs(key: string): RowOutputs | null {
  const store = useRecordModel().rows(key)
  return useSyncExternalStore(store ? (listener) => subscribeOutputs(store, listener) : never, () =>
    store ? outputsOf(store) : null,
  )
}
