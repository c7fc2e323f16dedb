import type { ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../parts/chosen/ChosenCell.tsx'
import { chosenQuery } from '../parts/chosen/ChosenQuery.tsx'
import type { PickedSettings } from '../parts/chosen/PickedControl.tsx'
import { lazyControl } from '../parts/lazy.tsx'
import { selRoleValue } from './value.ts'

const Control = lazyControl<ControlProps<string, PickedSettings>>(
  async () => (await import('./Control.tsx')).SelRoleControl,
)

export const selRoleType: FieldType<string, PickedSettings> = {
  ...selRoleValue,
  Cell: ChosenCell,
  Control,
  QueryControl: chosenQuery(Control),
  designer: {
    label: '角色选择',
    group: 'picker',
    icon: 'team',
    sample: { key: 'frole', title: '角色选择', type: 'sel_role' },
  },
}
