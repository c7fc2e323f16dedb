import { FormOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef, Popover, Space } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { PopText } from '../parts/PopText.tsx'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'

const limit = 2000

/** A line that is typed in as any other, with a box beside it for text of several lines. */
export function InputPopControl(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const [isOpen, setOpen] = useState(false)
  const line = useRef<InputRef>(null)
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  const maxLength = field.length ?? limit
  const isManyLines = value?.includes('\n') === true
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
    line.current?.focus()
  }
  const box = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the key on its way up from the box
    <div onKeyDown={leave}>
      <PopText
        value={value}
        onChange={onChange}
        field={field}
        maxLength={maxLength}
        width={150}
        height={200}
      />
    </div>
  )
  return (
    <Space.Compact block size={size}>
      <Input
        {...inputProps(props)}
        ref={line}
        value={value?.replace(/\s*\n\s*/g, ' ') ?? ''}
        // Typing into the joined line would lose its breaks.
        readOnly={isManyLines}
        onClick={() => isManyLines && setOpen(true)}
        disabled={disabled}
        placeholder={placeholder ?? field.placeholder}
        autoFocus={autoFocus}
        maxLength={maxLength}
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
          aria-label={`展开编辑${titleOf(field)}`}
          aria-expanded={isOpen}
          disabled={disabled}
        />
      </Popover>
    </Space.Compact>
  )
}
