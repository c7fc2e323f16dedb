import { Tooltip } from 'antd'
import { ellipsis } from '#runtime/kernel/text/text.ts'
import type { CommonField } from '#runtime/schema/types.ts'

const findMaxLength = (field: CommonField): number | undefined =>
  (typeof field.list === 'object' ? field.list.ellipsis : undefined) ?? field.ellipsis

interface Props {
  text: string
  field: CommonField
  /** Maximum length if the document declares none. */
  defaultLength?: number
}

/** Text in one line; a shortened text is shown completely on hover or focus. */
export function TextCell({ text, field, defaultLength }: Props) {
  const limit = findMaxLength(field) ?? defaultLength
  const line = text.replace(/\s+/g, ' ')
  const short = limit === undefined ? line : ellipsis(line, limit)
  if (short === text) return <span>{text}</span>
  return (
    <Tooltip title={text} styles={{ body: { whiteSpace: 'pre-wrap', maxHeight: 320, overflow: 'auto' } }}>
      <span>{short}</span>
    </Tooltip>
  )
}
