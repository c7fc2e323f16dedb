import type { ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../parts/chosen/ChosenCell.tsx'
import { chosenQuery } from '../parts/chosen/ChosenQuery.tsx'
import type { ChosenSettings } from '../parts/chosen-value.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { selDepartValue } from './value.ts'

const Control = lazyControl<ControlProps<string, ChosenSettings>>(
  async () => (await import('./Control.tsx')).SelDepartControl,
)

export const selDepartType: FieldType<string, ChosenSettings> = {
  ...selDepartValue,
  Cell: ChosenCell,
  Control,
  QueryControl: chosenQuery(Control),
  designer: {
    label: '部门选择',
    group: 'tree',
    icon: 'apartment',
    sample: { key: 'fdepart', title: '部门选择', type: 'sel_depart' },
  },
}
