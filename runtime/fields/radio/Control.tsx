import { Radio } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import { useRuntime } from '../context.tsx'
import type { ControlProps } from '../contract.ts'
import { type ChoiceSettings, type ChoiceV, choiceFromWire, choiceItems } from '../parts/choice.ts'

export function RadioControl(props: ControlProps<ChoiceV, ChoiceSettings>) {
  const { value, onChange, field, id, disabled, readOnly, invalid, size, onBlur } = props
  const { lookup } = useRuntime()
  return (
    <Radio.Group
      id={id}
      aria-label={titleOf(field)}
      aria-invalid={invalid || undefined}
      value={value === null ? null : String(value)}
      disabled={disabled || readOnly}
      size={size}
      onBlur={onBlur}
      onChange={(event) => onChange(choiceFromWire(event.target.value, field))}
      options={choiceItems(field, lookup).map((item) => ({
        value: item.value,
        label: item.text,
        disabled: item.disabled,
      }))}
    />
  )
}
