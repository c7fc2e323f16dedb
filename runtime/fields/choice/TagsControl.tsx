import Input from 'antd/es/input/Input'
import { useState } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { pairTags } from './values.ts'

/** Every two typed characters make a tag; the semicolons are added when the focus leaves. */
export function TagsControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const [draft, setDraft] = useState<string | null>(null)
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  return (
    <Input
      {...inputProps(props)}
      value={draft ?? value ?? ''}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? '每两个字一个标签'}
      autoFocus={autoFocus}
      size={size}
      onChange={(event) => {
        setDraft(event.target.value)
        onChange(pairTags(event.target.value))
      }}
      onBlur={() => {
        setDraft(null)
        onBlur?.()
      }}
    />
  )
}
