import { Popover } from 'antd'
import { useEffect } from 'react'
import { focusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { ariaProps } from '../kit/aria.ts'
import { DEFAULT_LONG_TEXT_LENGTH } from '../kit/text/text-value.ts'
import { useEcho } from '../kit/text/useEcho.ts'
import { stopEnter, type TextareaSize } from './textarea-size.ts'
import '../kit/text/echoed-input.css'

interface Props extends ControlProps<string> {
  textareaSize: TextareaSize
}

/** A text cell in edit mode: the line stays in its row, the textarea opens below it while the cursor is in the cell. */
export const PopupTextCellEditor = (props: Props) => (
  <Popover open={props.autoFocus === true} placement="bottomLeft" content={<CellTextarea {...props} />}>
    <span>{(props.value ?? '').replace(/\s+/g, ' ') || '＋'}</span>
  </Popover>
)

function CellTextarea({
  textareaSize: [width, height],
  value,
  onChange,
  onType = onChange,
  ...named
}: Props) {
  const echo = useEcho<HTMLTextAreaElement>({
    text: value ?? '',
    commit(typed) {
      onType(typed === '' ? null : typed)
      return typed
    },
  })
  const area = echo.ref
  useEffect(() => {
    return focusWhenReady(() => {
      area.current?.focus({ preventScroll: true })
      area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
    })
  }, [area])
  return (
    <textarea
      {...ariaProps(named)}
      {...echo}
      className="pro-echoed-box"
      // Keys of the table apply inside, although it is rendered outside the table.
      data-cell-box
      onKeyDown={stopEnter}
      maxLength={named.field.length ?? DEFAULT_LONG_TEXT_LENGTH}
      style={{ width, height }}
    />
  )
}
