import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType } from '../contract.ts'
import { TextQuery } from '../kit/text/TextQuery.tsx'
import { InputCell } from './InputCell.tsx'
import { InputCellEditor } from './InputCellEditor.tsx'
import { InputControl } from './InputControl.tsx'
import { InputPopCell } from './InputPopCell.tsx'
import { PasswordCell } from './PasswordCell.tsx'
import { PasswordControl } from './PasswordControl.tsx'
import { TextareaCell } from './TextareaCell.tsx'
import { TextareaControl, type TextareaSettings } from './TextareaControl.tsx'
import { inputPopValue, inputValue, passwordValue, textareaValue, type textValues } from './values.ts'

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

export const textareaType: FieldType<string, TextareaSettings> = {
  ...textareaValue,
  Cell: TextareaCell,
  Control: TextareaControl,
  CellEditor: lazyControl<ControlProps<string, TextareaSettings>>(
    async () => (await import('./TextareaCellEditor.tsx')).TextareaCellEditor,
  ),
  QueryControl: TextQuery,
  designer: {
    label: '多行文本',
    group: 'basic',
    icon: 'align-left',
    sample: { key: 'fremark', title: '多行文本', type: 'textarea' },
  },
}

export const passwordType: FieldType<string> = {
  ...passwordValue,
  Cell: PasswordCell,
  Control: PasswordControl,
  isDrawn: true,
  designer: {
    label: '密码',
    group: 'basic',
    icon: 'lock',
    sample: { key: 'fpassword', title: '密码', type: 'password', writeOnly: true },
  },
}

export const inputPopType: FieldType<string> = {
  ...inputPopValue,
  Cell: InputPopCell,
  Control: lazyControl<ControlProps<string>>(
    async () => (await import('./InputPopControl.tsx')).InputPopControl,
  ),
  CellEditor: lazyControl<ControlProps<string>>(
    async () => (await import('./InputPopControl.tsx')).InputPopCellEditor,
  ),
  QueryControl: TextQuery,
  designer: {
    label: '弹出编辑',
    group: 'basic',
    icon: 'form',
    sample: { key: 'fpop', title: '弹出编辑', type: 'input_pop' },
  },
}

export const textTypes = {
  input: inputType,
  textarea: textareaType,
  password: passwordType,
  input_pop: inputPopType,
} satisfies Record<keyof typeof textValues, AnyFieldType>
