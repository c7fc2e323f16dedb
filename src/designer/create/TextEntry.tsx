import Input, { type InputProps } from 'antd/es/input/Input'
import { useId } from 'react'

interface Props extends Pick<InputProps, 'autoFocus' | 'maxLength' | 'placeholder'> {
  label: string
  value: string
  onChange(value: string): void
  onEnter?(): void
}

/** A text with its label, as two cells of the grid of a dialog. */
export function TextEntry({ label, onChange, onEnter, maxLength = 50, ...input }: Props) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        maxLength={maxLength}
        {...input}
        onChange={(event) => onChange(event.target.value)}
        {...(onEnter && { onPressEnter: onEnter })}
      />
    </>
  )
}
