import { fileUrl } from '#runtime/fields/kit/files/paths.ts'
import type { PrintedProps } from './printed-view.ts'

export const PrintedPicture = ({ block }: PrintedProps<'picture'>) => {
  const { path, height, width, align } = block
  const maxWidth = width === undefined ? '100%' : `min(100%, ${width}mm)`
  return (
    <div className="pro-print-picture" data-align={align}>
      <img src={fileUrl(path)} alt="" style={{ maxHeight: `${height}mm`, maxWidth }} />
    </div>
  )
}
