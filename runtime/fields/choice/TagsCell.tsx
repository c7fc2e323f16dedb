import { Tag } from 'antd'
import type { CellProps } from '../contract.ts'
import { splitTags } from './values.ts'

export function TagsCell({ value }: CellProps<string>) {
  return splitTags(value).map((tag, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two tags may be the same, and none moves
    <Tag key={at} bordered={false}>
      {tag}
    </Tag>
  ))
}
