import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { PeriodCell } from '../parts/PeriodCell.tsx'
import { timeValue } from './value.ts'

export const timeType: FieldType<string> = {
  ...timeValue,
  Cell: PeriodCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).TimeControl),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./QueryControl.tsx')).TimeQuery),
  designer: {
    label: '时间',
    group: 'basic',
    icon: 'clock-circle',
    sample: { key: 'ftime', title: '时间', type: 'time' },
  },
}
