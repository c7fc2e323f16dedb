import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { LevelSettings } from '../parts/level.ts'
import { SliderCell } from './Cell.tsx'
import { sliderValue } from './value.ts'

export const sliderType: FieldType<number, LevelSettings> = {
  ...sliderValue,
  Cell: SliderCell,
  Control: lazyControl<ControlProps<number, LevelSettings>>(
    async () => (await import('./Control.tsx')).SliderControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('../parts/LevelQuery.tsx')).LevelQuery,
  ),
  designer: {
    label: '滑动输入',
    group: 'basic',
    icon: 'sliders',
    sample: { key: 'flevel', title: '滑动输入', type: 'slider', min: 0, max: 100 },
  },
}
