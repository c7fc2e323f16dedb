import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, CellProps, ControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { EchoedInput } from '../kit/text/EchoedInput.tsx'
import { TextQuery } from '../kit/text/TextQuery.tsx'
import { InputControl } from './InputControl.tsx'
import type { TextFamily } from './settings.ts'
import { inputPopValue, inputValue, passwordValue, textareaValue, type textValues } from './values.ts'

const InputCellEditor = ({
  value,
  onChange,
  onType = onChange,
  ...rest
}: ControlProps<string, TextFamily['input']>) => (
  <EchoedInput
    {...(rest as Omit<ControlProps<string>, 'value' | 'onChange'>)}
    text={value ?? ''}
    commit={(typed) => {
      const stored = rest.field.trim ? typed.trim() : typed
      onType(stored === '' ? null : stored)
      return stored
    }}
  />
)

/** Characters of a long text in a cell. */
const MAX_CELL_LENGTH = 25

/** Shows that a password is set, never its value. */
const PasswordCell = ({ value }: CellProps<string>) =>
  value === null ? null : (
    <span role="img" aria-label="已设置">
      ••••••
    </span>
  )

export const inputType = defineFieldType(inputValue, {
  Control: InputControl,
  CellEditor: InputCellEditor,
  designer: {
    label: '单行文本',
    group: 'basic',
    icon: 'edit',
    sampleValue: '雍正浙江通志',
    sample: { key: 'ftext', title: '单行文本', type: 'input' },
  },
})

const TextareaControl = lazyControl<ControlProps<string, TextFamily['textarea']>>(
  async () => (await import('./TextareaControl.tsx')).TextareaControl,
)

export const textareaType = defineFieldType(textareaValue, {
  maxCellLength: MAX_CELL_LENGTH,
  Control: TextareaControl,
  preload: () => TextareaControl.preload(),
  CellEditor: lazyControl<ControlProps<string, TextFamily['textarea']>>(
    async () => (await import('./popup-controls.tsx')).TextareaCellEditor,
  ),
  QueryControl: TextQuery,
  isMultiline: true,
  designer: {
    label: '多行文本',
    group: 'basic',
    icon: 'align-left',
    sampleValue: '凡二百八十卷，首三卷。\n记一省之沿革、山川、人物、艺文。',
    sample: { key: 'fremark', title: '多行文本', type: 'textarea' },
  },
})

const PasswordControl = lazyControl<ControlProps<string>>(
  async () => (await import('./PasswordControl.tsx')).PasswordControl,
)

export const passwordType = defineFieldType(passwordValue, {
  Cell: PasswordCell,
  Control: PasswordControl,
  preload: () => PasswordControl.preload(),
  isDrawn: true,
  designer: {
    label: '密码',
    group: 'basic',
    icon: 'lock',
    sample: { key: 'fpassword', title: '密码', type: 'password', writeOnly: true },
  },
})

export const inputPopType = defineFieldType(inputPopValue, {
  maxCellLength: MAX_CELL_LENGTH,
  Control: lazyControl<ControlProps<string>>(
    async () => (await import('./popup-controls.tsx')).InputPopControl,
  ),
  CellEditor: lazyControl<ControlProps<string>>(
    async () => (await import('./popup-controls.tsx')).InputPopCellEditor,
  ),
  QueryControl: TextQuery,
  designer: {
    label: '弹出编辑',
    group: 'basic',
    icon: 'form',
    sampleValue: '存一百二十册，卷三至卷五配抄本',
    sample: { key: 'fpop', title: '弹出编辑', type: 'input_pop' },
  },
})

export const textTypes = {
  input: inputType,
  textarea: textareaType,
  password: passwordType,
  input_pop: inputPopType,
} satisfies Record<keyof typeof textValues, AnyFieldType>
