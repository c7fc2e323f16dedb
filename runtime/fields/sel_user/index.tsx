import type { ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../parts/chosen/ChosenCell.tsx'
import { chosenQuery } from '../parts/chosen/ChosenQuery.tsx'
import type { PickedSettings } from '../parts/chosen/PickedControl.tsx'
import { lazyControl } from '../parts/lazy.tsx'
import { selUserValue } from './value.ts'

const Control = lazyControl<ControlProps<string, PickedSettings>>(
  async () => (await import('./Control.tsx')).SelUserControl,
)

export const selUserType: FieldType<string, PickedSettings> = {
  ...selUserValue,
  Cell: ChosenCell,
  Control,
  QueryControl: chosenQuery(Control),
  designer: {
    label: '用户选择',
    group: 'picker',
    icon: 'user',
    sample: { key: 'fuser', title: '用户选择', type: 'sel_user' },
  },
}
