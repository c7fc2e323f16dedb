import type { FileSettings } from '#runtime/schema/language/settings.ts'
import type { CellProps } from '../../contract/contract.ts'
import { type FilesV, filesIn, shortName } from '../kit/files/paths.ts'
import { useFileUrl } from '../kit/files/useFileUrl.ts'
import { FileLink } from '../kit/viewer/FileLink.tsx'
import { viewedFiles } from '../kit/viewer/viewed-file.ts'
import { withUploadProgress } from './with-upload-progress.tsx'

/** One file by its name, several by their number. */
export const FilesCell = withUploadProgress(function FilesCell({
  value,
  field,
}: CellProps<FilesV, FileSettings>) {
  const getUrl = useFileUrl(field)
  const files = filesIn(value)
  const [first] = files
  if (first === undefined) return null
  const text = files.length > 1 ? `${files.length} 个文件` : shortName(first.fileName)
  const title = files.map((file) => file.fileName).join('\n')
  if (field.allowDownload === false) return <span title={title}>{text}</span>
  return (
    <FileLink files={viewedFiles(files, { getUrl })} at={0} title={title}>
      {text}
    </FileLink>
  )
})
