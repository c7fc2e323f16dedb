import { type GetRef, Select } from 'antd'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CellStep, ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { useSelectText } from '../kit/text/useSelectText.ts'
import { type Level, selectedAt, useLevels } from './levels.ts'
import type { TreeFamily } from './settings.ts'

const row = { display: 'flex', flexWrap: 'wrap', gap: 8 } as const
const cell = { flex: '1 1 110px', minWidth: 0 } as const

const buildOptions = ({ items, value, text }: Level) => {
  const options = items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled }))
  const isKnown = value === null || options.some((option) => option.value === value)
  return isKnown ? options : [...options, { value, label: text, disabled: false }]
}

interface LevelProps {
  control: ControlProps<ChoiceV, TreeFamily['link_down']>
  level: Level
  at: number
  isOpen: boolean
  /** The text that chose nothing was typed here. */
  hasLeftText: boolean
  onSearched(): void
  onOpenChange(isOpen: boolean): void
  onChoose(value: string | null, opensNext: boolean): void
  /** Writes the item that a typed text means. */
  onFound(value: string, step: CellStep | undefined): void
}

/** The choice of one level. */
function LevelSelect({ control, level, at, isOpen, hasLeftText, ...on }: LevelProps) {
  const { field, id, invalid, disabled, placeholder, autoFocus, size } = control
  const search = useSelectText(
    { ...(control as ControlProps), onBlur: undefined, onOpenChange: on.onOpenChange },
    async (typed) => {
      on.onSearched()
      return level.items.filter((item) => !item.disabled && filterOption(typed, { label: item.text }))
    },
    (item, step) => on.onFound(item.value, step),
  )
  const select = useRef<GetRef<typeof Select>>(null)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (isOpen && at > 0) select.current?.focus()
  }, [isOpen, at])
  const events = {
    ...search.events,
    onKeyDownCapture: (event: KeyboardEvent) => {
      isLeaving.current = event.key === 'Tab'
      search.events.onKeyDownCapture(event)
      isLeaving.current = false
    },
  }
  const left = hasLeftText ? search.left : null
  return (
    <Select<string>
      ref={select}
      {...inputProps({ id: at === 0 ? id : undefined, field, invalid: invalid || left !== null })}
      {...(at === 0 ? {} : { 'aria-label': level.title })}
      {...events}
      value={left ?? level.value}
      options={buildOptions(level)}
      open={isOpen}
      onChange={(chosen?: string) => {
        // A text that was left at another level stays there.
        if (hasLeftText) search.end()
        else search.drop()
        on.onChoose(chosen ?? null, !isLeaving.current)
      }}
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
  )
}

/** A chain of choices: each enables the next, and a change clears the selections below it. */
export function LinkDownControl(props: ControlProps<ChoiceV, TreeFamily['link_down']>) {
  const { field, onChange, patch, readOnly, onBlur } = props
  const levels = useLevels(props)
  const [opened, setOpened] = useState<number | null>(null)
  const [typedAt, setTypedAt] = useState(0)
  if (readOnly) return <ReadOnlyText {...props} text={levels.flatMap(({ text }) => text || []).join(' / ')} />
  const set = (at: number, value: string | null, step?: CellStep) => {
    const selected = selectedAt(levels, at, value)
    if (step) return step.patch(selected)
    const { [field.key]: ownValue, ...others } = selected
    if (at === 0) onChange(ownValue as string | null)
    patch(others)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus has left all of them
    <div style={row} onBlur={leave}>
      {levels.map((level, at) => (
        <LevelSelect
          key={level.key}
          control={props}
          level={level}
          at={at}
          isOpen={opened === at}
          hasLeftText={typedAt === at}
          onSearched={() => setTypedAt(at)}
          onOpenChange={(isOpen) => setOpened((now) => (isOpen ? at : now === at ? null : now))}
          onChoose={(value, opensNext) => {
            set(at, value)
            setOpened(opensNext && value !== null && at + 1 < levels.length ? at + 1 : null)
          }}
          onFound={(value, step) => set(at, value, step)}
        />
      ))}
    </div>
  )
}
