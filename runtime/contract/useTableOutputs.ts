import { useSyncExternalStore } from 'react'
import { buildOutputs, type RowOutputs, subscribeOutputs } from '#runtime/record/rows/row-outputs.ts'
import { useRecordModel } from './model-context.tsx'

const never = () => () => {}

/**
 * The current outputs of the detail table `key` for other code in the same form, for example a registered control
 * (`slot`): the visible page, the selected rows and their ids. Null if the form has no such detail table.
 */
export function useTableOutputs(key: string): RowOutputs | null {
  const store = useRecordModel().rows(key)
  return useSyncExternalStore(store ? (listener) => subscribeOutputs(store, listener) : never, () =>
    store ? buildOutputs(store) : null,
  )
}
