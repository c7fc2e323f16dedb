import Input from 'antd/es/input/Input'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { Code } from './Code.tsx'
import { MAX_QR_LENGTH } from './values.ts'

/** The text input with its QR code below. */
export function QrcodeControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <Input
        {...inputProps(props)}
        value={value ?? ''}
        disabled={disabled}
        readOnly={readOnly}
        variant={readOnly ? 'filled' : undefined}
        placeholder={placeholder ?? field.placeholder}
        autoFocus={autoFocus}
        size={size}
        maxLength={field.length ?? MAX_QR_LENGTH}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {value !== null && size !== 'small' && <Code text={value} label={getTitle(field)} />}
    </div>
  )
}
