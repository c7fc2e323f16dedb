import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { CatTreeCell } from './Cell.tsx'
import { type CatTreeSettings, catTreeValue } from './value.ts'

export const catTreeType: FieldType<string, CatTreeSettings> = {
  ...catTreeValue,
  Cell: CatTreeCell,
  Control: lazyControl<ControlProps<string, CatTreeSettings>>(
    async () => (await import('./Control.tsx')).CatTreeControl,
  ),
  designer: {
    label: '分类树',
    group: 'tree',
    icon: 'apartment',
    sample: { key: 'fclass', title: '分类树', type: 'cat_tree', dictCode: 'category:B01' },
  },
}
