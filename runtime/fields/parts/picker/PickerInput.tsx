import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import type { CommonField } from '../../../schema/types.ts'
import type { ControlProps } from '../../contract.ts'
import { inputProps } from '../aria.ts'
import { Shield } from '../Shield.tsx'

interface Props
  extends Pick<
    ControlProps,
    'id' | 'disabled' | 'invalid' | 'placeholder' | 'autoFocus' | 'size' | 'onBlur'
  > {
  field: CommonField
  text: string
  /** The whole text, where the one shown is cut. */
  hint?: string
  canType?: boolean
  onText?(text: string): void
  onClear(): void
  /** What is opened; it closes itself by the function it is given. */
  dialog(close: () => void): ReactNode
  /** A detail cell is opened in order to pick, so the picker comes with it. */
  opensAtOnce?: boolean
}

/** An input that opens a picker: by click or Enter; where typing is allowed, by its icon or Enter. */
export function PickerInput({ text, hint, canType, onText, onClear, dialog, opensAtOnce, ...props }: Props) {
  const { field, disabled, placeholder, autoFocus, size, onBlur } = props
  const [isOpen, setOpen] = useState(opensAtOnce === true && !props.disabled)
  const input = useRef<InputRef>(null)
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  const open = () => !disabled && setOpen(true)
  const press = (event: KeyboardEvent) => {
    const isClearing = !canType && !disabled && (event.key === 'Delete' || event.key === 'Backspace')
    if (event.key === 'Enter') open()
    else if (isClearing) onClear()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <Input
        ref={input}
        {...inputProps(props)}
        aria-haspopup="dialog"
        title={hint}
        value={text}
        readOnly={!canType}
        disabled={disabled}
        allowClear
        placeholder={placeholder ?? field.placeholder ?? '请选择'}
        autoFocus={autoFocus}
        size={size}
        suffix={<SearchOutlined aria-hidden onClick={open} />}
        onClick={canType ? undefined : open}
        onKeyDown={press}
        onBlur={isOpen ? undefined : onBlur}
        onChange={(event) => (event.target.value === '' ? onClear() : onText?.(event.target.value))}
      />
      {isOpen && (
        <Shield>
          <Suspense fallback={null}>{dialog(close)}</Suspense>
        </Shield>
      )}
    </>
  )
}
