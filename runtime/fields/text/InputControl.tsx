import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { findMask, isMaskedText } from '#runtime/kernel/text/mask.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { MaskedInput } from './MaskedInput.tsx'
import type { TextFamily } from './settings.ts'

export function InputControl(props: ControlProps<string, TextFamily['input']>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  // With `trim` the value has no blanks at its ends, but a text that is being typed may end in one.
  const [typed, setTyped] = useState<string | null>(null)
  const text = value ?? ''
  const view = props as ControlProps<string>
  if (readOnly) return <ReadOnlyText {...view} text={text} />
  if (findMask(field) && isMaskedText(value)) return <MaskedInput {...view} text={text} />
  return (
    <Input
      {...inputProps(props)}
      value={typed !== null && typed.trim() === text ? typed : text}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder}
      autoFocus={autoFocus}
      size={size}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
      onChange={({ target }) => {
        if (field.trim) setTyped(target.value)
        const stored = field.trim ? target.value.trim() : target.value
        onChange(stored === '' ? null : stored)
      }}
    />
  )
}
