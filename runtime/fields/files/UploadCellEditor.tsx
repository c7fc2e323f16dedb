import { Popover } from 'antd'
import { type ComponentType, type KeyboardEvent, useEffect, useRef } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { focusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import type { CellProps } from '../../contract/contract.ts'
import type { FilesV } from '../kit/files/paths.ts'
import type { UploadControlProps } from './UploadFrame.tsx'

interface Props extends UploadControlProps {
  Cell: ComponentType<CellProps<FilesV, FileSettings>>
  Control: ComponentType<UploadControlProps>
}

const box = { width: 520, maxWidth: 'calc(100vw - 64px)', height: 200, overflow: 'auto' } as const
const note = { margin: '0 0 8px', color: 'var(--ant-color-text-secondary)' }

/** Files are taller than a row: the cell stays as it is and the files open below it. Esc returns to the cell. */
export function UploadCellEditor({ Cell, Control, size: _small, ...props }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const files = useRef<HTMLDivElement>(null)
  const { autoFocus } = props
  useEffect(() => {
    if (!autoFocus) return
    return focusWhenReady(() => files.current?.querySelector<HTMLElement>('.ant-upload button')?.focus())
  }, [autoFocus])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Otherwise the form around the table would close.
    event.stopPropagation()
    anchor.current?.focus()
  }
  const content = (
    <div ref={files} role="dialog" aria-label={getTitle(props.field)} onKeyDown={leave} style={box}>
      {props.value === null && <p style={note}>{errorText('NO_FILE')}</p>}
      <Control {...props} inCell />
    </div>
  )
  return (
    <Popover open={autoFocus === true} placement="bottomLeft" content={content}>
      <span ref={anchor} tabIndex={-1}>
        {props.value === null && '＋'}
        <Cell value={props.value} field={props.field} row={props.values} />
      </span>
    </Popover>
  )
}
