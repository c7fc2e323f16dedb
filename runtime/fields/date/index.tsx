import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { DateCell } from './Cell.tsx'
import { dateValue } from './value.ts'

export const dateType: FieldType<string> = {
  ...dateValue,
  Cell: DateCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).DateControl),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./QueryControl.tsx')).DateQuery),
  designer: {
    label: '日期',
    group: 'basic',
    icon: 'calendar',
    sample: { key: 'fdate', title: '日期', type: 'date' },
  },
}
