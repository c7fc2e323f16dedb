import type { FieldType } from '../contract.ts'
import { NumberCell } from './Cell.tsx'
import { NumberCellEditor } from './CellEditor.tsx'
import { NumberControl } from './Control.tsx'
import { NumberQuery } from './QueryControl.tsx'
import { inputNumberValue, type NumberV } from './value.ts'

export const inputNumberType: FieldType<NumberV> = {
  ...inputNumberValue,
  Cell: NumberCell,
  Control: NumberControl,
  CellEditor: NumberCellEditor,
  QueryControl: NumberQuery,
  designer: {
    label: '数字',
    group: 'basic',
    icon: 'number',
    sample: { key: 'fnum', title: '数字', type: 'inputNumber', scale: 2 },
  },
}
