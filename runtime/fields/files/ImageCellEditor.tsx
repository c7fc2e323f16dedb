import { ImageCell } from './ImageCell.tsx'
import { ImageControl } from './ImageControl.tsx'
import { UploadInCell } from './InCell.tsx'
import type { UploadControlProps } from './UploadFrame.tsx'

export const ImageCellEditor = (props: UploadControlProps) => (
  <UploadInCell {...props} Cell={ImageCell} Control={ImageControl} />
)
