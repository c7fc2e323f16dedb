import { Checkbox } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { ReadOnlyValue } from '../parts/ReadOnlyText.tsx'
import { useReading } from '../parts/reading.ts'
import { type CheckboxSettings, type CheckboxV, checkboxPair } from './value.ts'

export function CheckboxControl(props: ControlProps<CheckboxV, CheckboxSettings>) {
  const { value, onChange, field, id, disabled, readOnly, invalid, autoFocus, onBlur } = props
  const [checked, unchecked] = checkboxPair(field)
  if (useReading()) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <Checkbox
      id={id}
      aria-label={titleOf(field)}
      aria-invalid={invalid || undefined}
      checked={value === checked}
      disabled={disabled || readOnly}
      autoFocus={autoFocus}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.checked ? checked : unchecked)}
    />
  )
}
