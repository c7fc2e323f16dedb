import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { DatetimeCell } from './Cell.tsx'
import { datetimeValue } from './value.ts'

export const datetimeType: FieldType<string> = {
  ...datetimeValue,
  Cell: DatetimeCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).DatetimeControl),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./QueryControl.tsx')).DatetimeQuery,
  ),
  designer: {
    label: '日期时间',
    group: 'basic',
    icon: 'clock-circle',
    sample: { key: 'fdatetime', title: '日期时间', type: 'datetime' },
  },
}
