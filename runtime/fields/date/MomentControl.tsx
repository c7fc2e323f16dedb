import { DatePicker, type GetRef, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import dayjs from 'dayjs'
import { useMemo, useRef, useState } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { useUnreadText } from '../kit/text/useUnreadText.ts'
import { DateInput, TypedDatesProvider } from './DateInput.tsx'
import { type DateKind, readDateText } from './date-text.ts'
import { dateFormats, getPicker, toDayjs } from './formats.ts'

// Names of months and days, and Monday as the first day of the week; imported here, so that only date fields load
// them.
dayjs.locale('zh-cn')

const placeholders: Record<DateKind, string> = {
  date: '请选择日期',
  datetime: '请选择时间',
  time: '请选择时间',
  month: '请选择月份',
  year: '请选择年份',
}

const components = { input: DateInput }

/** Date, datetime, time, month or year, typed or picked; dayjs is used only for the calendar, the value is text. */
export function MomentControl({ kind, ...props }: ControlProps<string> & { kind: DateKind }) {
  const { value, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  const { unread, commit, set } = useUnreadText(props, (text) => readDateText(text, kind))
  const [picks, setPicks] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const picker = useRef<GetRef<typeof DatePicker>>(null)
  const day = useMemo(() => toDayjs(value), [value])
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  const pick = (picked: Dayjs | null) => {
    setPicks(picks + 1)
    set(picked ? picked.format(dateFormats[kind]) : null)
    // The click moved the focus into the calendar, which closes.
    picker.current?.focus()
  }
  const hasTime = kind === 'datetime' || kind === 'time'
  const shared = {
    ref: picker,
    ...inputProps({ ...props, invalid: props.invalid || unread !== null }),
    value: day,
    format: dateFormats[kind],
    components,
    open: isOpen,
    onOpenChange: setOpen,
    disabled,
    placeholder: placeholder ?? field.placeholder ?? placeholders[kind],
    autoFocus,
    size,
    onBlur,
    onChange: pick,
    // A cell may close before the picker reports the chosen time.
    onCalendarChange: (picked: Dayjs | Dayjs[] | null) => hasTime && !Array.isArray(picked) && pick(picked),
    needConfirm: false,
    style: { width: '100%' },
  }
  const typed = [{ unread: unread?.shortText ?? null, picks, commit, isOpen, setOpen }]
  return (
    <TypedDatesProvider value={typed}>
      {kind === 'time' ? (
        <TimePicker {...shared} />
      ) : (
        <DatePicker
          {...shared}
          picker={getPicker(kind)}
          showTime={kind === 'datetime' && { format: 'HH:mm:ss' }}
        />
      )}
    </TypedDatesProvider>
  )
}
