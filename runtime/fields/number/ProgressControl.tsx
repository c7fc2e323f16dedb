import { InputNumber } from 'antd'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'

export function ProgressControl(props: ControlProps<number>) {
  const { value, onChange, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  if (readOnly) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <InputNumber<number>
      {...inputProps(props)}
      value={value}
      onChange={onChange}
      min={0}
      max={100}
      suffix="%"
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      style={{ width: '100%' }}
    />
  )
}
