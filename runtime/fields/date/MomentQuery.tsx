import { DatePicker, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { titleOf } from '#runtime/schema/derive.ts'
import type { QueryControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { type MomentKind, momentFormats, pickerOf, toDay } from './MomentControl.tsx'

const ends: Record<MomentKind, [string, string]> = {
  date: ['开始日期', '结束日期'],
  datetime: ['开始日期', '结束日期'],
  time: ['开始时间', '结束时间'],
  month: ['开始月份', '结束月份'],
  year: ['开始年份', '结束年份'],
}

/** A period for the rule `range` (for datetime fields a period of days, which the server completes), else one value. */
export function MomentQuery({ kind, ...props }: QueryControlProps & { kind: MomentKind }) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const title = titleOf(props.field)
  if (rule === 'range') {
    const format = momentFormats[kind === 'datetime' ? 'date' : kind]
    const shared = {
      id: props.id === undefined ? undefined : { start: props.id, end: `${props.id}-end` },
      'aria-label': title,
      value: [toDay(filterValues[0]), toDay(filterValues[1])] as [Dayjs | null, Dayjs | null],
      format,
      allowEmpty: [true, true] as [boolean, boolean],
      placeholder: ends[kind],
      onChange: (range: [Dayjs | null, Dayjs | null] | null) =>
        setFilterValues([range?.[0]?.format(format[0]) ?? '', range?.[1]?.format(format[0]) ?? '']),
      style: { width: '100%' },
    }
    return kind === 'time' ? (
      <TimePicker.RangePicker {...shared} order={false} />
    ) : (
      <DatePicker.RangePicker {...shared} picker={pickerOf(kind)} />
    )
  }
  const formats = momentFormats[kind]
  const shared = {
    ...inputProps({ id: props.id, field: props.field }),
    value: toDay(filterValues[0]),
    format: formats,
    onChange: (value: Dayjs | null) => setFilterValues(value ? [value.format(formats[0])] : []),
    needConfirm: false,
    style: { width: '100%' },
  }
  if (kind === 'time') return <TimePicker {...shared} />
  return <DatePicker {...shared} picker={pickerOf(kind)} showTime={kind === 'datetime'} />
}
