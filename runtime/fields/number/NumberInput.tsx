import Input, { type InputProps } from 'antd/es/input/Input'
import { useRef, useState } from 'react'
import { admitNumber, type NumberV, readNumber, typedNumber } from './values.ts'

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value: NumberV | null
  onChange(value: NumberV | null): void
}

/**
 * A number as typed: an optional minus, digits, one decimal point. An invalid key is rejected; incomplete input
 * becomes empty on blur. Full-width digits of a Chinese input method count as digits.
 */
export function NumberInput({ value, onChange, onBlur, style, ...rest }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const isComposing = useRef(false)

  const type = (typed: string) => {
    if (isComposing.current) return setDraft(typed)
    const text = admitNumber(typed)
    if (text === null) return
    setDraft(text)
    const read = readNumber(text)
    if (read !== value) onChange(read)
  }
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      style={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums', ...style }}
      value={draft ?? typedNumber(value)}
      onChange={(event) => type(event.target.value)}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false
        setDraft(null)
        type(event.currentTarget.value)
      }}
      onBlur={(event) => {
        setDraft(null)
        onBlur?.(event)
      }}
    />
  )
}
