import Password from 'antd/es/input/Password'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'

const DEFAULT_LENGTH = 200
/** The autocomplete values that a document may set: the current password, or a new one (the default). */
const autoCompleteValues = ['current-password', 'new-password']

/** Marks the field as a new password, so that the browser offers no stored one. */
export function PasswordControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  return (
    <Password
      {...inputProps(props)}
      value={readOnly ? (value && '••••••') || '' : (value ?? '')}
      autoComplete={autoCompleteValues.find((value) => value === field.props?.autoComplete) ?? 'new-password'}
      readOnly={readOnly}
      variant={readOnly ? 'filled' : undefined}
      visibilityToggle={!readOnly}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder}
      autoFocus={autoFocus}
      size={size}
      maxLength={field.length ?? DEFAULT_LENGTH}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
