import type { FieldType } from '../contract.ts'
import { InputCell } from './Cell.tsx'
import { InputCellEditor } from './CellEditor.tsx'
import { InputControl } from './Control.tsx'
import { inputValue } from './value.ts'

export const inputType: FieldType<string> = {
  ...inputValue,
  Cell: InputCell,
  Control: InputControl,
  CellEditor: InputCellEditor,
  designer: {
    label: '单行文本',
    group: 'basic',
    icon: 'edit',
    sample: { key: 'ftext', title: '单行文本', type: 'input' },
  },
}
