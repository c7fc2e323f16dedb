import { FormOutlined } from '@ant-design/icons'
import { Button, type InputRef, Popover, Space } from 'antd'
import Input from 'antd/es/input/Input'
import TextArea, { type TextAreaRef } from 'antd/es/input/TextArea'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import { focusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { DEFAULT_LONG_TEXT_LENGTH } from '../kit/text/text-value.ts'
import { stopEnter, type TextareaSize } from './textarea-size.ts'

interface BoxProps extends Pick<ControlProps<string>, 'value' | 'onChange' | 'field'> {
  size: TextareaSize
}

/** Long text in a popover. Esc bubbles to the component that opened it. */
function Box({ value, onChange, field, size: [width, height] }: BoxProps) {
  const area = useRef<TextAreaRef>(null)
  useEffect(() => {
    return focusWhenReady(() => area.current?.focus({ cursor: 'end', preventScroll: true }))
  }, [])
  return (
    <TextArea
      ref={area}
      variant="outlined"
      aria-label={getTitle(field)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onKeyDown={stopEnter}
      maxLength={field.length ?? DEFAULT_LONG_TEXT_LENGTH}
      style={{ width, height, resize: 'none' }}
    />
  )
}

interface Props extends ControlProps<string> {
  textareaSize: TextareaSize
}

/** A single-line input with a popover for multi-line text. */
export function PopupText({ textareaSize, ...props }: Props) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const [isOpen, setOpen] = useState(false)
  const line = useRef<InputRef>(null)
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  const isManyLines = value?.includes('\n') === true
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
    line.current?.focus()
  }
  const box = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles a key event that bubbles up from the popup
    <div onKeyDown={close}>
      <Box value={value} onChange={onChange} field={field} size={textareaSize} />
    </div>
  )
  return (
    <Space.Compact block size={size}>
      <Input
        {...inputProps(props)}
        ref={line}
        value={value?.replace(/\s*\n\s*/g, ' ') ?? ''}
        // Typing into the joined line would remove the line breaks.
        readOnly={isManyLines}
        onClick={() => isManyLines && setOpen(true)}
        disabled={disabled}
        placeholder={placeholder ?? field.placeholder}
        autoFocus={autoFocus}
        maxLength={field.length ?? DEFAULT_LONG_TEXT_LENGTH}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      <Popover
        open={isOpen && !disabled}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={box}
      >
        <Button
          icon={<FormOutlined aria-hidden />}
          aria-label={`展开编辑${getTitle(field)}`}
          aria-expanded={isOpen}
          disabled={disabled}
        />
      </Popover>
    </Space.Compact>
  )
}
