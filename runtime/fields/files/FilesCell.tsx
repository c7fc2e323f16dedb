import type { FileSettings } from '#runtime/schema/language/settings.ts'
import type { CellProps } from '../../contract/contract.ts'
import { type FilesV, filesIn, shortName } from '../kit/files/paths.ts'
import { useFileUrl } from '../kit/files/useFileUrl.ts'
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
  if (files.length > 1)
    return <span title={files.map((file) => file.fileName).join('\n')}>{files.length} 个文件</span>
  const name = shortName(first.fileName)
  if (field.allowDownload === false) return <span title={first.fileName}>{name}</span>
  return (
    <a href={getUrl(first.filePath)} title={first.fileName} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
})
