import type { ComponentProps } from 'react'
import type { Row } from '../../data/list-source.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldOf } from '../../schema/types.ts'
import { PickerModal } from '../parts/picker/lazy-modal.ts'
import { PickerInput } from '../parts/picker/PickerInput.tsx'
import type { PopupSettings } from './value.ts'

interface Props extends Omit<ComponentProps<typeof PickerInput>, 'dialog' | 'field'> {
  field: FieldOf<PopupSettings>
  many: boolean
  onPick(rows: Row[]): void
}

/** The input of a popup, with the picker that its field names. */
export const PopupInput = ({ many, onPick, ...props }: Props) => (
  <PickerInput
    {...props}
    dialog={(close) => (
      <PickerModal
        code={props.field.popupCode}
        many={many}
        title={titleOf(props.field)}
        onClose={close}
        onPick={(rows) => {
          close()
          onPick(rows)
        }}
      />
    )}
  />
)
