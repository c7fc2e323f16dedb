import type { ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../parts/chosen/ChosenCell.tsx'
import { chosenQuery } from '../parts/chosen/ChosenQuery.tsx'
import type { PickedSettings } from '../parts/chosen/PickedControl.tsx'
import { lazyControl } from '../parts/lazy.tsx'
import { selPositionValue } from './value.ts'

const Control = lazyControl<ControlProps<string, PickedSettings>>(
  async () => (await import('./Control.tsx')).SelPositionControl,
)

export const selPositionType: FieldType<string, PickedSettings> = {
  ...selPositionValue,
  Cell: ChosenCell,
  Control,
  QueryControl: chosenQuery(Control),
  designer: {
    label: '职务选择',
    group: 'picker',
    icon: 'idcard',
    sample: { key: 'fpost', title: '职务选择', type: 'sel_position' },
  },
}
