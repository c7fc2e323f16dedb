import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { PeriodCell } from '../parts/PeriodCell.tsx'
import { yearValue } from './value.ts'

export const yearType: FieldType<string> = {
  ...yearValue,
  Cell: PeriodCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).YearControl),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./QueryControl.tsx')).YearQuery),
  designer: {
    label: '年份',
    group: 'basic',
    icon: 'calendar',
    sample: { key: 'fyear', title: '年份', type: 'year' },
  },
}
