import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { UploadInCell } from '../parts/upload/InCell.tsx'
import { FileCell } from './Cell.tsx'
import { FileControl } from './Control.tsx'

export const FileCellEditor = (props: ControlProps<string, FileSettings>) => (
  <UploadInCell {...props} Cell={FileCell} Control={FileControl} />
)
