import { FilesCell } from './FilesCell.tsx'
import { FilesControl } from './FilesControl.tsx'
import { UploadInCell } from './InCell.tsx'
import type { UploadControlProps } from './UploadFrame.tsx'

export const FilesInCell = (props: UploadControlProps) => (
  <UploadInCell {...props} Cell={FilesCell} Control={FilesControl} />
)
