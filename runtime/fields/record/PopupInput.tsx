import type { ComponentProps } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import { PickerModal } from '../kit/picker/dialog/lazy-modal.ts'
import { PickerInput } from '../kit/picker/PickerInput.tsx'
import type { PickerOptions } from '../kit/picker/usePicker.ts'
import type { RecordFamily } from './settings.ts'

interface Props extends Omit<ComponentProps<typeof PickerInput>, 'dialog' | 'field'> {
  field: FieldOf<RecordFamily['popup']>
  many: boolean
  limit?: PickerOptions['limit']
  onSelect(rows: ListRow[]): void
}

/** The input of a popup field with the picker that the field names. */
export const PopupInput = ({ many, limit, onSelect, ...props }: Props) => (
  <PickerInput
    {...props}
    dialog={(close, typedText) => (
      <PickerModal
        typedText={typedText}
        code={props.field.popupCode}
        many={many}
        limit={limit}
        title={getTitle(props.field)}
        onClose={close}
        onSelect={(rows) => {
          close()
          onSelect(rows)
        }}
      />
    )}
  />
)
