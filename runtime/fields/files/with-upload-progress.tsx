import type { ComponentType } from 'react'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import type { CellProps } from '../../contract/contract.ts'
import { usePendingCell } from '../../contract/model-context.tsx'
import type { FilesV } from '../kit/files/paths.ts'

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
