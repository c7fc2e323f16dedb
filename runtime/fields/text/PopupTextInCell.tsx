import { Popover } from 'antd'
import { useEffect } from 'react'
import { focusSoon } from '#runtime/ui/focus-when-ready.ts'
import type { ControlProps } from '../contract.ts'
import { ariaProps } from '../kit/aria.ts'
import { longText } from '../kit/text/text-value.ts'
import { useEcho } from '../kit/text/useEcho.ts'
import { type BoxSize, keepEnter } from './text-box.ts'
import '../kit/text/echoed-input.css'

interface Props extends ControlProps<string> {
  boxSize: BoxSize
}

/** A text cell being edited: the line stays in its row, the box opens below it while the cursor is in it. */
export const PopTextInCell = (props: Props) => (
  <Popover open={props.autoFocus === true} placement="bottomLeft" content={<CellBox {...props} />}>
    <span>{(props.value ?? '').replace(/\s+/g, ' ') || '＋'}</span>
  </Popover>
)

function CellBox({ boxSize: [width, height], value, onChange, onType = onChange, ...named }: Props) {
  const echo = useEcho<HTMLTextAreaElement>({
    text: value ?? '',
    tell(typed) {
      onType(typed === '' ? null : typed)
      return typed
    },
  })
  const area = echo.ref
  useEffect(
    () =>
      focusSoon(() => {
        area.current?.focus({ preventScroll: true })
        area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
      }),
    [area],
  )
  return (
    <textarea
      {...ariaProps(named)}
      {...echo}
      className="pro-entry-box"
      // The table's keys hold in it, though it stands beside the table.
      data-cell-box
      onKeyDown={keepEnter}
      maxLength={named.field.length ?? longText}
      style={{ width, height }}
    />
  )
}
