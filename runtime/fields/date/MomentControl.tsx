import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type FormEvent, useRef } from 'react'
import { useRuntime } from '../context.tsx'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'

// Names of months and days, and Monday as the first day of the week; imported here, so that only date fields load
// them.
dayjs.locale('zh-cn')

/** The first format is displayed; the others are accepted when typed. */
export const momentFormats = {
  date: ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日', 'YYYYMMDD'],
  datetime: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY/M/D HH:mm', 'YYYY-MM-DD'],
  time: ['HH:mm:ss', 'HH:mm', 'H:m:s', 'H:m'],
  month: ['YYYY-MM', 'YYYY/M', 'YYYY.M', 'YYYY年M月', 'YYYYMM'],
  year: ['YYYY', 'YYYY年'],
}

export type MomentKind = keyof typeof momentFormats

/** dayjs stores a time of day on an arbitrary day. */
export const toDay = (text: string | null | undefined) =>
  text ? dayjs(/^\d+:/.test(text) ? `2000-01-01 ${text}` : text) : null

const placeholders: Record<MomentKind, string> = {
  date: '请选择日期',
  datetime: '请选择时间',
  time: '请选择时间',
  month: '请选择月份',
  year: '请选择年份',
}

/** The picker mode of antd for a kind. */
export const pickerOf = (kind: MomentKind) => (kind === 'month' || kind === 'year' ? kind : 'date')

/** Date, datetime, time, month or year; dayjs is used only here, the value is text. */
export function MomentControl({ kind, ...props }: ControlProps<string> & { kind: MomentKind }) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const { types, lookup, notify } = useRuntime()
  const typed = useRef<string | null>(null)
  const readTyped = (text: string) => {
    const type = types.get(kind)
    const inYear = /^\d{1,2}\s*[-/.月]\s*\d{1,2}(日|$)/.test(text.trim())
    return type?.fromText(inYear ? `${new Date().getFullYear()}-${text.trim()}` : text, field, lookup)
  }
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  const shared = {
    ...inputProps(props),
    value: toDay(value),
    format: momentFormats[kind],
    disabled,
    placeholder: placeholder ?? field.placeholder ?? placeholders[kind],
    autoFocus,
    size,
    onBlur() {
      // The picker commits typed text late, when a cell is closed, and accepts fewer spellings; after its text was
      // deleted it restores the old day.
      const text = typed.current
      typed.current = null
      const read = text === null ? undefined : readTyped(text)
      if (read?.ok && read.value !== value) onChange(read.value as string | null)
      else if (read && !read.ok) notify('warning', read.text)
      onBlur?.()
    },
    onChange(day: Dayjs | null) {
      typed.current = null
      onChange(day ? day.format(momentFormats[kind][0]) : null)
    },
    needConfirm: false,
    style: { width: '100%' },
  }
  const hear = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement) typed.current = target.value
  }
  return (
    <span style={{ display: 'contents' }} onInput={hear}>
      {kind === 'time' ? (
        <TimePicker {...shared} />
      ) : (
        <DatePicker
          {...shared}
          picker={pickerOf(kind)}
          showTime={kind === 'datetime' && { format: 'HH:mm:ss' }}
        />
      )}
    </span>
  )
}
