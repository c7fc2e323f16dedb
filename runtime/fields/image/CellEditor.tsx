import type { ControlProps } from '../contract.ts'
import type { FileSettings } from '../parts/paths.ts'
import { UploadInCell } from '../parts/upload/InCell.tsx'
import { ImageCell } from './Cell.tsx'
import { ImageControl } from './Control.tsx'

export const ImageCellEditor = (props: ControlProps<string, FileSettings>) => (
  <UploadInCell {...props} Cell={ImageCell} Control={ImageControl} />
)
