import { destinationValues } from '#runtime/record/paste/destination-values.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { RowPickerProps } from '../../contract/contract.ts'
import { PickerModal } from '../kit/picker/dialog/lazy-modal.ts'
import type { RecordFamily } from './settings.ts'
import { useFill } from './useFill.ts'

/** The picker that adds one row for each picked record. */
export function PopupRowPicker({ field, onRows, onClose }: RowPickerProps<RecordFamily['popup']>) {
  const loadFill = useFill(field)
  return (
    <PickerModal
      code={field.popupCode}
      many
      title={getTitle(field)}
      onClose={onClose}
      onSelect={async (rows) => {
        onClose()
        const selected = rows.map((row) => destinationValues(row, field))
        onRows(await Promise.all(selected.map(async (row) => ({ ...row, ...(await loadFill(row)) }))))
      }}
    />
  )
}
