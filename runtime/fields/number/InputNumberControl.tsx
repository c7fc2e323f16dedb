import { useServices } from '#runtime/services/services.tsx'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { NumberInput } from './NumberInput.tsx'
import type { NumberFamily } from './settings.ts'
import { inputNumberValue, type NumberV } from './values.ts'

export function NumberControl(props: ControlProps<NumberV, NumberFamily['inputNumber']>) {
  const { value, onChange, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const { lookup } = useServices()
  if (readOnly)
    return (
      <ReadOnlyText {...props} text={inputNumberValue.toText(value, field, lookup, 'full')} align="right" />
    )
  return (
    <NumberInput
      {...inputProps(props)}
      value={value}
      onChange={onChange}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
    />
  )
}
