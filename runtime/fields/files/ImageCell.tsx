import { type MouseEvent, Suspense, useState } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { CellProps } from '../../contract/contract.ts'
import { type FilesV, filesIn } from '../kit/files/paths.ts'
import { useFileUrl } from '../kit/files/useFileUrl.ts'
import { withUploadProgress } from './with-upload-progress.tsx'

const Preview = lazyPart(async () => (await import('./ImagePreview.tsx')).ImagePreview)

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
  const [isOpen, setOpen] = useState(false)
  const getUrl = useFileUrl(field)
  const files = filesIn(value)
  const [first] = files
  if (first === undefined) return null
  const open = (event: MouseEvent) => {
    // The cell may be inside a link to its record.
    event.preventDefault()
    event.stopPropagation()
    setOpen(true)
  }
  return (
    <>
      <button type="button" aria-label={`查看${getTitle(field)}`} onClick={open} style={bare}>
        <img src={getUrl(first.filePath)} alt={getTitle(field)} loading="lazy" style={thumbnail} />
        {files.length > 1 && <span style={count}>{files.length} 张</span>}
      </button>
      {isOpen && (
        <StopPropagation>
          <Suspense>
            <Preview urls={files.map((file) => getUrl(file.filePath))} onClose={() => setOpen(false)} />
          </Suspense>
        </StopPropagation>
      )}
    </>
  )
})
