import { DatePicker, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { useMemo, useState } from 'react'
import { isDate } from '#runtime/kernel/time.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { QueryControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { DateInput, TypedDatesProvider } from './DateInput.tsx'
import { type DateKind, hasNoTime, parseDateText, unreadableText } from './date-text.ts'
import { dateFormats, getPicker, toDayjs } from './formats.ts'

const ends: Record<DateKind, [string, string]> = {
  date: ['开始日期', '结束日期'],
  datetime: ['开始日期', '结束日期'],
  time: ['开始时间', '结束时间'],
  month: ['开始月份', '结束月份'],
  year: ['开始年份', '结束年份'],
}

/** The day in a text without a time of day, where the field has one. */
const parseDayText = (text: string, kind: DateKind): string | null =>
  kind === 'datetime' && hasNoTime(text) ? parseDateText(text, 'date', new Date()) : null

const components = { input: DateInput }

/** A period for the rule `range` (for datetime fields a period of days, which the server completes), else one value. */
export function MomentQuery({ kind: fieldKind, ...props }: QueryControlProps & { kind: DateKind }) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const isRange = rule === 'range'
  const kind = isRange && fieldKind === 'datetime' ? 'date' : fieldKind
  const [unread, setUnread] = useState<readonly (string | null)[]>([null, null])
  const [picks, setPicks] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [first = '', second = ''] = filterValues
  const days = useMemo((): [Dayjs | null, Dayjs | null] => [toDayjs(first), toDayjs(second)], [first, second])
  // A typed date without a time means the whole day, which the server completes by the rule.
  const isDay = kind === 'datetime' && isDate(first)
  const format = dateFormats[isDay ? 'date' : kind]
  const error = unreadableText(kind)
  const set = (values: readonly string[]) => setFilterValues(values.some(Boolean) ? values : [])
  const pick = (picked: (Dayjs | null)[]) => {
    setPicks(picks + 1)
    setUnread([null, null])
    set(picked.map((day) => day?.format(dateFormats[kind]) ?? ''))
  }
  const commit = (end: number, text: string) => {
    const isEmpty = text.trim() === ''
    const read = isEmpty ? '' : (parseDayText(text, kind) ?? parseDateText(text, kind, new Date()))
    setUnread(unread.map((old, at) => (at !== end ? old : read === null ? text : null)))
    const values = isRange ? [first, second] : [first]
    if (read !== null && read !== values[end]) set(values.with(end, read))
  }
  const typed = unread.map((text, end) => ({
    unread: text,
    picks,
    commit: (typedText: string) => commit(end, typedText),
    isOpen,
    setOpen,
    submitError: error,
  }))
  const isInvalid = unread.some((text) => text !== null)
  const shared = {
    format,
    components,
    open: isOpen,
    onOpenChange: setOpen,
    status: isInvalid ? ('error' as const) : undefined,
    style: { width: '100%' },
  }
  const range = {
    ...shared,
    id: props.id === undefined ? undefined : { start: props.id, end: `${props.id}-end` },
    'aria-label': getTitle(props.field),
    value: days,
    // A typed start may be later than the old end for a moment.
    order: false,
    allowEmpty: [true, true] as [boolean, boolean],
    placeholder: ends[fieldKind],
    onChange: (picked: [Dayjs | null, Dayjs | null] | null) => pick(picked ?? [null, null]),
  }
  const single = {
    ...inputProps({ id: props.id, field: props.field }),
    ...shared,
    value: days[0],
    onChange: (picked: Dayjs | null) => pick([picked]),
    needConfirm: false,
  }
  return (
    <TypedDatesProvider value={typed}>
      {isRange ? (
        kind === 'time' ? (
          <TimePicker.RangePicker {...range} />
        ) : (
          <DatePicker.RangePicker {...range} picker={getPicker(kind)} />
        )
      ) : kind === 'time' ? (
        <TimePicker {...single} />
      ) : (
        <DatePicker {...single} picker={getPicker(kind)} showTime={kind === 'datetime'} />
      )}
      {isInvalid && (
        <span role="alert" className="pro-query-error">
          {error}
        </span>
      )}
    </TypedDatesProvider>
  )
}
