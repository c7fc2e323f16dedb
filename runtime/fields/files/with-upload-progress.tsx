import type { ComponentType } from 'react'
import type { CellProps } from '../contract.ts'
import type { FileSettings, FilesV } from '../kit/files/paths.ts'
import { usePendingCell } from '../model-context.tsx'

type FileCell = ComponentType<CellProps<FilesV, FileSettings>>

const beside = { marginInlineEnd: 4, fontVariantNumeric: 'tabular-nums' } as const

/** A file cell with the progress of unfinished uploads, which continue when the cell is closed. */
export const withUploadProgress = (Cell: FileCell): FileCell =>
  function CellWithProgress(props) {
    const pending = usePendingCell(props.field.key, props.row)
    if (!pending) return <Cell {...props} />
    return (
      <>
        <span style={beside} title={pending.text}>
          {pending.shortText}
        </span>
        <Cell {...props} />
      </>
    )
  }
