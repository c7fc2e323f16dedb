import type { ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../parts/chosen/ChosenCell.tsx'
import { lazyControl } from '../parts/lazy.tsx'
import { type SelTreeSettings, selTreeValue } from './value.ts'

export const selTreeType: FieldType<string, SelTreeSettings> = {
  ...selTreeValue,
  Cell: ChosenCell,
  Control: lazyControl<ControlProps<string, SelTreeSettings>>(
    async () => (await import('./Control.tsx')).SelTreeControl,
  ),
  designer: {
    label: '自定义树',
    group: 'tree',
    icon: 'apartment',
    sample: { key: 'fparent', title: '自定义树', type: 'sel_tree', dictCode: 'tree:depart' },
  },
}
