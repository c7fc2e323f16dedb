import { titleOf } from '../../schema/derive.ts'
import type { CellProps } from '../contract.ts'
import { type FileSettings, fileUrl, splitPaths } from '../parts/paths.ts'

const thumbnail = {
  height: 28,
  width: 28,
  objectFit: 'cover',
  borderRadius: 3,
  verticalAlign: 'middle',
} as const
const count = { marginInlineStart: 4, color: 'var(--ant-color-text-tertiary)' }

export function ImageCell({ value, field }: CellProps<string, FileSettings>) {
  const paths = splitPaths(value)
  const [first] = paths
  if (first === undefined) return null
  return (
    <span>
      <img src={fileUrl(first)} alt={titleOf(field)} loading="lazy" style={thumbnail} />
      {paths.length > 1 && <span style={count}>{paths.length} 张</span>}
    </span>
  )
}
