import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import type { CommonField } from '#runtime/schema/types.ts'
import { bufferKeystrokes } from '#runtime/ui/buffer-keystrokes.ts'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { ControlProps } from '../../contract.ts'
import { inputProps } from '../aria.ts'

interface Props
  extends Pick<
    ControlProps,
    'id' | 'disabled' | 'invalid' | 'placeholder' | 'autoFocus' | 'size' | 'onBlur'
  > {
  field: CommonField
  text: string
  /** The full text if the displayed one is cut. */
  hint?: string
  canType?: boolean
  onText?(text: string): void
  onClear(): void
  /** The dialog to open; it closes itself by the given function. */
  dialog(close: () => void): ReactNode
  /** A detail cell is opened to pick, so the picker opens with it. */
  opensAtOnce?: boolean
}

/**
 * An input that opens a picker: by click, Enter or a letter; if typing is allowed, by its icon, Enter or Alt and
 * down. The typed text becomes the search text of the picker.
 */
export function PickerInput({ text, hint, canType, onText, onClear, dialog, opensAtOnce, ...props }: Props) {
  const { field, disabled, placeholder, autoFocus, size, onBlur } = props
  const [isOpen, setOpen] = useState(opensAtOnce === true && !props.disabled)
  const input = useRef<InputRef>(null)
  /** The text typed here, used as the search text. */
  const typed = useRef('')
  const close = () => {
    setOpen(false)
    typed.current = ''
    input.current?.focus()
  }
  const open = (searchText = '') => {
    if (disabled) return
    setOpen(true)
    if (searchText !== '') bufferKeystrokes(searchText)
  }
  const press = (event: KeyboardEvent) => {
    const isClearing = !canType && !disabled && (event.key === 'Delete' || event.key === 'Backspace')
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    if (event.altKey ? event.key === 'ArrowDown' : event.key === 'Enter') open(typed.current)
    else if (isClearing) onClear()
    else if (isLetter && !canType && !event.altKey) open(event.key)
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
        suffix={<SearchOutlined aria-hidden onClick={() => open()} />}
        onClick={canType ? undefined : () => open()}
        onKeyDown={press}
        onBlur={isOpen ? undefined : onBlur}
        onChange={({ target }) => {
          typed.current = target.value
          if (target.value === '') onClear()
          else onText?.(target.value)
        }}
      />
      {isOpen && (
        <StopPropagation>
          <Suspense fallback={null}>{dialog(close)}</Suspense>
        </StopPropagation>
      )}
    </>
  )
}
