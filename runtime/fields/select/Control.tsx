import { Select } from 'antd'
import { useRuntime } from '../context.tsx'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { type ChoiceSettings, type ChoiceV, choiceFromWire, choiceItems } from '../parts/choice.ts'
import { ReadOnlyValue } from '../parts/ReadOnlyText.tsx'

/** A value that the dictionary does not hold is shown as it is and kept until another is chosen. */
export function SelectControl(props: ControlProps<ChoiceV, ChoiceSettings>) {
  const { value, onChange, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const { lookup } = useRuntime()
  if (readOnly) return <ReadOnlyValue {...(props as ControlProps)} />
  const options = choiceItems(field, lookup).map((item) => ({
    value: item.value,
    label: item.text,
    disabled: item.disabled,
  }))
  return (
    <Select<string>
      {...inputProps(props)}
      value={value === null ? null : String(value)}
      options={options}
      disabled={disabled}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      onChange={(chosen?: string) => onChange(choiceFromWire(chosen, field))}
      style={{ width: '100%' }}
    />
  )
}
