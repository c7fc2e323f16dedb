import { Tag } from 'antd'

/** The words of documents and antd's colours of the same meaning. */
const tones: Readonly<Record<string, string>> = {
  orange: 'warning',
  green: 'success',
  red: 'error',
  blue: 'processing',
}

interface Props {
  value: unknown
  text: string
  /** Colours by value or by text. */
  tags?: Readonly<Record<string, string>>
}

/** A state by colour and word; one whose colour is not named is neutral. */
export function StateTag({ value, text, tags = {} }: Props) {
  const tone = tags[String(value)] ?? tags[text]
  return (
    <Tag
      bordered={false}
      color={tone && tones[tone]}
      // The library's red of a tag is too dark to be read in the dark look; that of a text is not.
      style={{ marginInlineEnd: 0, color: tone === 'red' ? 'var(--ant-color-error-text)' : undefined }}
    >
      {text}
    </Tag>
  )
}
