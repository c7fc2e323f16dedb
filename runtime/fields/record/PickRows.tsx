import { titleOf } from '#runtime/schema/derive.ts'
import type { PickRowsProps } from '../contract.ts'
import { PickerModal } from '../kit/picker/lazy-modal.ts'
import { mapPicked } from './picked.ts'
import { useFill } from './useFill.ts'
import type { PopupSettings } from './values.ts'

/** The picker, for as many new rows as records are picked. */
export function PopupPickRows({ field, onRows, onClose }: PickRowsProps<PopupSettings>) {
  const fillOf = useFill(field)
  return (
    <PickerModal
      code={field.popupCode}
      many
      title={titleOf(field)}
      onClose={onClose}
      onPick={async (rows) => {
        onClose()
        const picked = rows.map((row) => mapPicked(row, field))
        onRows(await Promise.all(picked.map(async (row) => ({ ...row, ...(await fillOf(row)) }))))
      }}
    />
  )
}
