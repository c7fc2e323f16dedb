import { Select } from 'antd'
import { type FocusEvent, useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { type Level, selectedAt, useLevels } from './levels.ts'
import type { LinkDownSettings } from './values.ts'

const row = { display: 'flex', flexWrap: 'wrap', gap: 8 } as const
const cell = { flex: '1 1 110px', minWidth: 0 } as const

const optionsOf = ({ items, value, text }: Level) => {
  const options = items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }))
  const isKnown = value === null || options.some((option) => option.value === value)
  return isKnown ? options : [...options, { value, label: text, disabled: false }]
}

/** A chain of choices: each enables the next, and a change clears the selections below it. */
export function LinkDownControl(props: ControlProps<ChoiceV, LinkDownSettings>) {
  const { field, onChange, patch, id, disabled, invalid, placeholder, readOnly, autoFocus, size, onBlur } =
    props
  const levels = useLevels(props)
  const [opened, setOpened] = useState<number | null>(null)
  if (readOnly) return <ReadOnlyText {...props} text={levels.flatMap(({ text }) => text || []).join(' / ')} />
  const choose = (at: number, value: string | null) => {
    const { [field.key]: ownValue, ...others } = selectedAt(levels, at, value)
    if (at === 0) onChange(ownValue as string | null)
    patch(others)
    setOpened(value !== null && at + 1 < levels.length ? at + 1 : null)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus has left all of them
    <div style={row} onBlur={leave}>
      {levels.map((level, at) => (
        <Select<string>
          key={level.key}
          ref={(select) => {
            if (opened === at && at > 0) select?.focus()
          }}
          {...inputProps({ id: at === 0 ? id : undefined, field, invalid })}
          {...(at === 0 ? {} : { 'aria-label': level.title })}
          value={level.value}
          options={optionsOf(level)}
          open={opened === at}
          onOpenChange={(isOpen) => setOpened((now) => (isOpen ? at : now === at ? null : now))}
          onChange={(chosen?: string) => choose(at, chosen ?? null)}
          disabled={disabled || level.isClosed}
          loading={level.isLoading}
          allowClear
          showSearch
          filterOption={filterOption}
          placeholder={at === 0 ? (placeholder ?? field.placeholder ?? '请选择') : '请选择'}
          autoFocus={at === 0 && autoFocus}
          size={size}
          style={cell}
        />
      ))}
    </div>
  )
}
