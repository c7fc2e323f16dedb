import { Popover } from 'antd'
import { type ComponentType, type KeyboardEvent, useRef } from 'react'
import type { CellProps, ControlProps } from '../../contract.ts'
import type { FileSettings } from '../paths.ts'

interface Props extends ControlProps<string, FileSettings> {
  Cell: ComponentType<CellProps<string, FileSettings>>
  Control: ComponentType<ControlProps<string, FileSettings>>
}

/** Files are taller than a row: the cell stays as it is and the control opens below it. Esc leads back to the cell. */
export function UploadInCell({ Cell, Control, size: _small, ...props }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') anchor.current?.focus()
  }
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the key on its way up from the control
    <div onKeyDown={leave} style={{ minWidth: 220 }}>
      <Control {...props} />
    </div>
  )
  return (
    <Popover open placement="bottomLeft" content={content}>
      <span ref={anchor} tabIndex={-1}>
        {props.value === null ? '＋' : <Cell value={props.value} field={props.field} row={props.values} />}
      </span>
    </Popover>
  )
}
