import { InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { weekdayTitle } from '#runtime/kernel/cron/expression.ts'
import type { Bounds } from '#runtime/kernel/cron/model.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { multiple } from '#runtime/ui/multiple.ts'
import { radioGroupRole } from '#runtime/ui/radio-group.ts'

/** A radio group has no font size of its own. */
const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  minHeight: 32,
  fontSize: 'var(--ant-font-size)',
} as const

/** Inputs of a dense pane; on a phone they are as large as a finger needs. */
const useInputSize = () => (useNarrow() ? 'large' : 'small')

interface GroupProps {
  label: string
  mode: number
  onChange(mode: number): void
  /** Its `ModeLine`s. */
  children: ReactNode
}

/** The modes of a unit, one of which is selected. */
export const ModeGroup = ({ label, mode, onChange, children }: GroupProps) => (
  <Radio.Group
    {...radioGroupRole}
    aria-label={label}
    value={mode}
    onChange={(event) => onChange(event.target.value)}
    style={{ display: 'grid', gap: 4 }}
  >
    {children}
  </Radio.Group>
)

/** One mode: its radio button, and the inputs that belong to it. */
export const ModeLine = ({
  mode,
  label,
  children,
}: {
  mode: number
  label: string
  children?: ReactNode
}) => (
  <div style={line}>
    <Radio value={mode} style={{ marginInlineEnd: 0 }}>
      {label}
    </Radio>
    {children}
  </div>
)

interface NumberProps {
  label: string
  value: number
  bounds: Bounds
  onChange(value: number): void
}

/** A whole number within bounds; an emptied input keeps the value. */
export const NumberInput = ({ label, value, bounds: [min, max], onChange }: NumberProps) => (
  <InputNumber
    aria-label={label}
    size={useInputSize()}
    value={value}
    min={min}
    max={max}
    precision={0}
    style={{ width: 72 }}
    onChange={(next) => next !== null && onChange(next)}
  />
)

const weekdays = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: weekdayTitle(value) }))

interface WeekdayProps {
  label: string
  value: number
  onChange(value: number): void
}

/** One weekday by its name. */
export const WeekdaySelect = ({ label, value, onChange }: WeekdayProps) => (
  <Select
    aria-label={label}
    size={useInputSize()}
    value={value}
    options={weekdays}
    style={{ width: 96 }}
    onChange={onChange}
  />
)

interface ListProps {
  label: string
  values: readonly number[]
  /** The text of a value. */
  getTitle(value: number): string
  bounds: Bounds
  onChange(values: number[]): void
}

/** Several values by their texts. */
export const ValueList = ({ label, values, getTitle, bounds: [min, max], onChange }: ListProps) => (
  <Select
    aria-label={label}
    {...multiple}
    size={useInputSize()}
    value={[...values]}
    options={Array.from({ length: max - min + 1 }, (_, index) => ({
      value: min + index,
      label: getTitle(min + index),
    }))}
    optionFilterProp="label"
    placeholder="请选择"
    style={{ flex: 1, minWidth: 200 }}
    onChange={(next) => onChange(next.sort((a, b) => a - b))}
  />
)
