import { UploadInCell } from '../parts/upload/InCell.tsx'
import type { UploadControlProps } from '../parts/upload/UploadFrame.tsx'
import { ImageCell } from './Cell.tsx'
import { ImageControl } from './Control.tsx'

export const ImageCellEditor = (props: UploadControlProps) => (
  <UploadInCell {...props} Cell={ImageCell} Control={ImageControl} />
)
