import Input from 'antd/es/input/Input'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { safeHref } from './values.ts'

const open = { marginInlineStart: 8, whiteSpace: 'nowrap' } as const

/** An address as typed; a safe one can be opened at once. */
export function LinkControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const href = value === null ? null : safeHref(value)
  return (
    <span style={{ display: 'flex', alignItems: 'center' }}>
      <Input
        {...inputProps(props)}
        value={value ?? ''}
        inputMode="url"
        disabled={disabled}
        readOnly={readOnly}
        variant={readOnly ? 'filled' : undefined}
        placeholder={placeholder ?? field.placeholder ?? 'https://'}
        autoFocus={autoFocus}
        size={size}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {href !== null && size !== 'small' && (
        <a href={href} target="_blank" rel="noopener noreferrer" style={open}>
          打开
        </a>
      )}
    </span>
  )
}
