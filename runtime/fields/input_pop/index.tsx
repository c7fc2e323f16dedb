import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { TextQuery } from '../parts/TextQuery.tsx'
import { InputPopCell } from './Cell.tsx'
import { inputPopValue } from './value.ts'

export const inputPopType: FieldType<string> = {
  ...inputPopValue,
  Cell: InputPopCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).InputPopControl),
  CellEditor: lazyControl<ControlProps<string>>(
    async () => (await import('./Control.tsx')).InputPopCellEditor,
  ),
  QueryControl: TextQuery,
  designer: {
    label: '弹出编辑',
    group: 'basic',
    icon: 'form',
    sample: { key: 'fpop', title: '弹出编辑', type: 'input_pop' },
  },
}
