import type { CellProps } from '../contract.ts'
import { type FileSettings, fileName, fileUrl, splitPaths } from '../parts/paths.ts'

export function FileCell({ value }: CellProps<string, FileSettings>) {
  const paths = splitPaths(value)
  const [first] = paths
  if (first === undefined) return null
  if (paths.length > 1) return <span>{paths.length} 个文件</span>
  return (
    <a href={fileUrl(first)} target="_blank" rel="noreferrer">
      {fileName(first)}
    </a>
  )
}
