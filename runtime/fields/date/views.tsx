import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { DateCell } from './DateCell.tsx'
import { DatetimeCell } from './DatetimeCell.tsx'
import { PeriodCell } from './PeriodCell.tsx'
import { datetimeValue, dateValue, type dateValues, monthValue, timeValue, yearValue } from './values.ts'

export const dateType: FieldType<string> = {
  ...dateValue,
  Cell: DateCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./DateControl.tsx')).DateControl),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./DateQueryControl.tsx')).DateQuery,
  ),
  designer: {
    label: '日期',
    group: 'basic',
    icon: 'calendar',
    sample: { key: 'fdate', title: '日期', type: 'date' },
  },
}

export const datetimeType: FieldType<string> = {
  ...datetimeValue,
  Cell: DatetimeCell,
  Control: lazyControl<ControlProps<string>>(
    async () => (await import('./DatetimeControl.tsx')).DatetimeControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./DatetimeQueryControl.tsx')).DatetimeQuery,
  ),
  designer: {
    label: '日期时间',
    group: 'basic',
    icon: 'clock-circle',
    sample: { key: 'fdatetime', title: '日期时间', type: 'datetime' },
  },
}

export const timeType: FieldType<string> = {
  ...timeValue,
  Cell: PeriodCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./TimeControl.tsx')).TimeControl),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./TimeQueryControl.tsx')).TimeQuery,
  ),
  designer: {
    label: '时间',
    group: 'basic',
    icon: 'clock-circle',
    sample: { key: 'ftime', title: '时间', type: 'time' },
  },
}

export const monthType: FieldType<string> = {
  ...monthValue,
  Cell: PeriodCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./MonthControl.tsx')).MonthControl),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./MonthQueryControl.tsx')).MonthQuery,
  ),
  designer: {
    label: '月份',
    group: 'basic',
    icon: 'calendar',
    sample: { key: 'fmonth', title: '月份', type: 'month' },
  },
}

export const yearType: FieldType<string> = {
  ...yearValue,
  Cell: PeriodCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./YearControl.tsx')).YearControl),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./YearQueryControl.tsx')).YearQuery,
  ),
  designer: {
    label: '年份',
    group: 'basic',
    icon: 'calendar',
    sample: { key: 'fyear', title: '年份', type: 'year' },
  },
}

export const dateTypes = {
  date: dateType,
  datetime: datetimeType,
  time: timeType,
  month: monthType,
  year: yearType,
} satisfies Record<keyof typeof dateValues, AnyFieldType>
