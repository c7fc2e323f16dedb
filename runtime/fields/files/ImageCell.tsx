import { getTitle } from '#runtime/schema/derive.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import type { CellProps } from '../../contract/contract.ts'
import { type FilesV, filesIn } from '../kit/files/paths.ts'
import { Thumbnail } from '../kit/files/Thumbnail.tsx'
import { useFileUrl } from '../kit/files/useFileUrl.ts'
import { useFileViewer } from '../kit/viewer/useFileViewer.tsx'
import { viewedFiles } from '../kit/viewer/viewed-file.ts'
import { withUploadProgress } from './with-upload-progress.tsx'

const bare = { padding: 0, border: 0, background: 'none', cursor: 'zoom-in', font: 'inherit' }
const thumbnail = {
  height: 28,
  width: 28,
  objectFit: 'cover',
  borderRadius: 3,
  verticalAlign: 'middle',
} as const
const count = { marginInlineStart: 4, color: 'var(--ant-color-text-tertiary)' }

/** The first picture as a thumbnail; it opens all of them. */
export const ImageCell = withUploadProgress(function ImageCell({
  value,
  field,
}: CellProps<FilesV, FileSettings>) {
  const getUrl = useFileUrl(field)
  const files = filesIn(value)
  const { open, viewer } = useFileViewer(() => viewedFiles(files, { ...field, getUrl }))
  const [first] = files
  if (first === undefined) return null
  return (
    <>
      <button
        type="button"
        aria-label={`查看${getTitle(field)}`}
        onClick={(event) => open(0, event)}
        style={bare}
      >
        <Thumbnail url={getUrl(first.filePath)} alt={getTitle(field)} style={thumbnail} />
        {files.length > 1 && <span style={count}>{files.length} 张</span>}
      </button>
      {viewer}
    </>
  )
})
