import { FileViewer } from '#runtime/fields/kit/viewer/FileViewer.tsx'
import { viewedFiles } from '#runtime/fields/kit/viewer/viewed-file.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'

/** The file of a row in the viewer. */
export const StoredFile = ({ row, onClose }: ActionViewProps) => (
  <FileViewer
    files={viewedFiles([{ fileName: String(row?.fileName ?? ''), filePath: String(row?.url ?? '') }])}
    start={0}
    onClose={onClose}
  />
)
