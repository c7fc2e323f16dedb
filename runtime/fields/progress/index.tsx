import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { ProgressCell } from './Cell.tsx'
import { progressValue } from './value.ts'

export const progressType: FieldType<number> = {
  ...progressValue,
  Cell: ProgressCell,
  Control: lazyControl<ControlProps<number>>(async () => (await import('./Control.tsx')).ProgressControl),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('../parts/LevelQuery.tsx')).LevelQuery,
  ),
  isDrawn: true,
  designer: {
    label: '进度',
    group: 'other',
    icon: 'loading-3-quarters',
    sample: { key: 'fprogress', title: '进度', type: 'progress' },
  },
}
