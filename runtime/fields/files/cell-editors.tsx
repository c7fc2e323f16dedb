import { FilesCell } from './FilesCell.tsx'
import { FilesControl } from './FilesControl.tsx'
import { ImageCell } from './ImageCell.tsx'
import { ImageControl } from './ImageControl.tsx'
import { UploadCellEditor } from './UploadCellEditor.tsx'
import type { UploadControlProps } from './UploadFrame.tsx'

export const FilesCellEditor = (props: UploadControlProps) => (
  <UploadCellEditor {...props} Cell={FilesCell} Control={FilesControl} />
)

export const ImageCellEditor = (props: UploadControlProps) => (
  <UploadCellEditor {...props} Cell={ImageCell} Control={ImageControl} />
)
