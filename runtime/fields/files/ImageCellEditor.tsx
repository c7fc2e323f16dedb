import { ImageCell } from './ImageCell.tsx'
import { ImageControl } from './ImageControl.tsx'
import { UploadCellEditor } from './UploadCellEditor.tsx'
import type { UploadControlProps } from './UploadFrame.tsx'

export const ImageCellEditor = (props: UploadControlProps) => (
  <UploadCellEditor {...props} Cell={ImageCell} Control={ImageControl} />
)
