import { Input } from 'antd'
import { isMaskedText, maskOf } from '#runtime/kernel/mask.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { MaskedInput } from './MaskedInput.tsx'

export function InputControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  if (maskOf(field) && isMaskedText(value)) return <MaskedInput {...props} text={value ?? ''} />
  return (
    <Input
      {...inputProps(props)}
      value={value ?? ''}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
