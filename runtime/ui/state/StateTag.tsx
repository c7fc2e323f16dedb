import { Tag } from 'antd'

/** Color names of documents and the antd colors with the same meaning. */
const tones: Readonly<Record<string, string>> = {
  orange: 'warning',
  green: 'success',
  red: 'error',
  blue: 'processing',
}

/** The antd color of a state; undefined for a neutral one. */
export const findTone = ({ value, text, tags = {} }: Props): string | undefined =>
  tones[tags[String(value)] ?? tags[text] ?? '']

interface Props {
  value: unknown
  text: string
  /** Colors by value or by text. */
  tags?: Readonly<Record<string, string>>
}

/** A state with color and text; without a named color it is neutral. */
export function StateTag({ value, text, tags = {} }: Props) {
  const tone = tags[String(value)] ?? tags[text]
  return (
    <Tag
      bordered={false}
      color={findTone({ value, text, tags })}
      // The red tag color of the library has too little contrast in the dark theme; the red text color has enough.
      style={{ marginInlineEnd: 0, color: tone === 'red' ? 'var(--ant-color-error-text)' : undefined }}
    >
      {text}
    </Tag>
  )
}
