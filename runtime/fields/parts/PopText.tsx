import { Input, Popover } from 'antd'
import type { KeyboardEvent } from 'react'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'

interface Props extends Pick<ControlProps<string>, 'value' | 'onChange' | 'field' | 'onBlur'> {
  width: number
  height: number
  id?: string
  maxLength: number
}

/** Long text in a box of its own. Enter makes a line; Esc goes up to whoever opened the box. */
export function PopText({ value, onChange, field, onBlur, width, height, id, maxLength }: Props) {
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey) event.stopPropagation()
  }
  return (
    <Input.TextArea
      id={id}
      aria-label={id === undefined ? titleOf(field) : undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onKeyDown={keep}
      onBlur={onBlur}
      maxLength={maxLength}
      autoFocus
      style={{ width, height, resize: 'none' }}
    />
  )
}

interface CellProps extends ControlProps<string> {
  maxLength: number
}

/** A text cell being edited: the line stays in its row, the box of 300 by 210 opens below it. */
export function PopTextInCell({ maxLength, ...props }: CellProps) {
  const { value, onChange, field, id, onBlur } = props
  const box = (
    <PopText
      id={id}
      value={value}
      onChange={onChange}
      field={field}
      onBlur={onBlur}
      maxLength={maxLength}
      width={300}
      height={210}
    />
  )
  return (
    <Popover open placement="bottomLeft" content={box}>
      <span>{(value ?? '').replace(/\s+/g, ' ') || '＋'}</span>
    </Popover>
  )
}
