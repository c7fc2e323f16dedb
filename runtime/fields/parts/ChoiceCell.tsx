import { Tag } from 'antd'
import type { CommonField } from '../../schema/types.ts'
import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import { type ChoiceSettings, type ChoiceV, choiceText } from './choice.ts'
import { TextCell } from './TextCell.tsx'

/** The words of documents and antd's colours of the same meaning. */
const tones: Readonly<Record<string, string>> = {
  orange: 'warning',
  green: 'success',
  red: 'error',
  blue: 'processing',
}

const tagsOf = (field: CommonField): Record<string, string> | undefined =>
  (typeof field.list === 'object' ? field.list.tag : undefined) ?? field.tag

/** A state by colour and word: `tag` names colours by value or by text; one that it does not name is neutral. */
export function ChoiceCell({ value, field, text }: CellProps<ChoiceV, ChoiceSettings>) {
  const { lookup } = useRuntime()
  if (value === null) return null
  const shown = choiceText(value, field, lookup) ?? text ?? String(value)
  const tags = tagsOf(field)
  if (!tags) return <TextCell text={shown} field={field} />
  const tone = tags[String(value)] ?? tags[shown] ?? 'default'
  return (
    <Tag bordered={false} color={tones[tone]} style={{ marginInlineEnd: 0 }}>
      {shown}
    </Tag>
  )
}
