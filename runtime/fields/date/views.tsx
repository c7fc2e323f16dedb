import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, QueryControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import type { DateKind } from './date-text.ts'
import { datetimeValue, dateValue, type dateValues, monthValue, timeValue, yearValue } from './values.ts'

/** The views of a kind; both controls are in one lazily loaded chunk. */
const momentViews = (kind: DateKind) => ({
  Control: lazyControl<ControlProps<string>>(
    async () => (await import('./controls.tsx')).momentControls[kind],
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./controls.tsx')).momentQueries[kind],
  ),
})

export const dateType = defineFieldType(dateValue, {
  ...momentViews('date'),
  designer: {
    label: '日期',
    group: 'basic',
    icon: 'calendar',
    sampleValue: '2025-09-18',
    sample: { key: 'fdate', title: '日期', type: 'date' },
  },
})

export const datetimeType = defineFieldType(datetimeValue, {
  ...momentViews('datetime'),
  designer: {
    label: '日期时间',
    group: 'basic',
    icon: 'clock-circle',
    sampleValue: '2025-09-18 09:30:00',
    sample: { key: 'fdatetime', title: '日期时间', type: 'datetime' },
  },
})

export const timeType = defineFieldType(timeValue, {
  ...momentViews('time'),
  designer: {
    label: '时间',
    group: 'basic',
    icon: 'clock-circle',
    sampleValue: '09:30:00',
    sample: { key: 'ftime', title: '时间', type: 'time' },
  },
})

export const monthType = defineFieldType(monthValue, {
  ...momentViews('month'),
  designer: {
    label: '月份',
    group: 'basic',
    icon: 'calendar',
    sampleValue: '2025-09',
    sample: { key: 'fmonth', title: '月份', type: 'month' },
  },
})

export const yearType = defineFieldType(yearValue, {
  ...momentViews('year'),
  designer: {
    label: '年份',
    group: 'basic',
    icon: 'calendar',
    sampleValue: '2025',
    sample: { key: 'fyear', title: '年份', type: 'year' },
  },
})

export const dateTypes = {
  date: dateType,
  datetime: datetimeType,
  time: timeType,
  month: monthType,
  year: yearType,
} satisfies Record<keyof typeof dateValues, AnyFieldType>
