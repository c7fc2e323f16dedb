import { Radio, Tooltip } from 'antd'

interface Option<V> {
  value: V
  label: string
  picture: 'dark' | 'light' | 'side' | 'top'
}

interface Props<V> {
  label: string
  value: V
  options: readonly Option<V>[]
  onChange(value: V): void
}

/** A choice shown as small drawings of the page. */
export function Pictures<V extends string>({ label, value, options, onChange }: Props<V>) {
  return (
    <Radio.Group
      className="pictures"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <Tooltip key={option.value} title={option.label}>
          <Radio value={option.value} aria-label={option.label}>
            <span className="picture" data-picture={option.picture} />
          </Radio>
        </Tooltip>
      ))}
    </Radio.Group>
  )
}
