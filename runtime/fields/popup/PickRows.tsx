import { titleOf } from '../../schema/derive.ts'
import type { PickRowsProps } from '../contract.ts'
import { mapPicked } from '../parts/picked.ts'
import { PickerModal } from '../parts/picker/lazy-modal.ts'
import { useFill } from './use-fill.ts'
import type { PopupSettings } from './value.ts'

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
