import { FormOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef, Popover, Space } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from './aria.ts'
import { ReadOnlyText } from './ReadOnlyText.tsx'

const limit = 2000

interface BoxProps extends Pick<ControlProps<string>, 'value' | 'onChange' | 'field' | 'onBlur' | 'id'> {
  size: readonly [width: number, height: number]
  /** It is a cell's editor: the table's keys hold in it. */
  isCell?: boolean
}

/** Long text in a box of its own. Enter makes a line; Esc goes up to whoever opened the box. */
function Box({ value, onChange, field, onBlur, id, isCell, size: [width, height] }: BoxProps) {
  const area = useRef<TextAreaRef>(null)
  // The pop-up joins the page only after its content was made: `autoFocus` would come too early.
  useEffect(() => {
    const frame = requestAnimationFrame(() => area.current?.focus({ cursor: 'end', preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey) event.stopPropagation()
  }
  return (
    <Input.TextArea
      ref={area}
      id={id}
      aria-label={id === undefined ? titleOf(field) : undefined}
      data-cell-box={isCell || undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onKeyDown={keep}
      onBlur={onBlur}
      maxLength={field.length ?? limit}
      style={{ width, height, resize: 'none' }}
    />
  )
}

interface Props extends ControlProps<string> {
  boxSize: BoxProps['size']
}

/** A text cell being edited: the line stays in its row, the box opens below it while the cursor is in it. */
export function PopTextInCell({ boxSize, value, onChange, field, id, onBlur, autoFocus }: Props) {
  const box = { id, value, onChange, field, onBlur, size: boxSize, isCell: true }
  return (
    <Popover open={autoFocus === true} placement="bottomLeft" content={<Box {...box} />}>
      <span>{(value ?? '').replace(/\s+/g, ' ') || '＋'}</span>
    </Popover>
  )
}

/** A line that is typed in as any other, with a box beside it for text of several lines. */
export function PopText({ boxSize, ...props }: Props) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const [isOpen, setOpen] = useState(false)
  const line = useRef<InputRef>(null)
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
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
      <Box value={value} onChange={onChange} field={field} size={boxSize} />
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
        maxLength={field.length ?? limit}
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
