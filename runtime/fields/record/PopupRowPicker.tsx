import { destinationValues } from '#runtime/record/paste/destination-values.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { RowPickerProps } from '../../contract/contract.ts'
import { PickerModal } from '../kit/picker/dialog/lazy-modal.ts'
import { mapInBatches } from './in-batches.ts'
import type { RecordFamily } from './settings.ts'
import { useFill } from './useFill.ts'
import { usePickLimit } from './usePickLimit.ts'

/** The picker that adds one row for each picked record. */
export function PopupRowPicker({ field, onRows, onClose }: RowPickerProps<RecordFamily['popup']>) {
  const loadFill = useFill(field)
  const limit = usePickLimit(field, null)
  return (
    <PickerModal
      code={field.popupCode}
      many
      takesAll
      limit={limit}
      title={getTitle(field)}
      onClose={onClose}
      onSelect={async (rows, _returns, isAll) => {
        onClose()
        const selected = rows.map((row) => destinationValues(row, field))
        const filled = await mapInBatches(selected, async (row) => ({ ...row, ...(await loadFill(row)) }))
        onRows(filled, isAll)
      }}
    />
  )
}
