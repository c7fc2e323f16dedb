import type { RowOutputs } from '#runtime/record/row-outputs.ts'
import { useRowOutputs } from '#runtime/ui/useRowOutputs.ts'
import { useRecordModel } from './model-context.tsx'

/**
 * The current outputs of the detail table `key` for other code in the same form, for example a registered control
 * (`slot`): the visible page, the selected rows and their ids. Null if the form has no such detail table.
 */
export const useTableOutputs = (key: string): RowOutputs | null => useRowOutputs(useRecordModel().rows(key))
