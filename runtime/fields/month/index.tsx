import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { PeriodCell } from '../parts/PeriodCell.tsx'
import { monthValue } from './value.ts'

export const monthType: FieldType<string> = {
  ...monthValue,
  Cell: PeriodCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).MonthControl),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./QueryControl.tsx')).MonthQuery),
  designer: {
    label: '月份',
    group: 'basic',
    icon: 'calendar',
    sample: { key: 'fmonth', title: '月份', type: 'month' },
  },
}
